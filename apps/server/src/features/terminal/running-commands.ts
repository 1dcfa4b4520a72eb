import type { ThreadId } from '@countersign/protocol'
import { openScreen, type Screen } from './screen.ts'
import { FIRST_SIZE } from './start-process.ts'

/** A running command of the agent that a person can watch. */
export interface RunningCommand {
  readonly id: string
  readonly threadId: ThreadId
  readonly command: string
  readonly screen: Screen
}

export interface RunningCommands {
  begin(
    threadId: ThreadId,
    start: { readonly command: string; readonly pty: boolean },
  ): Promise<{ hear(bytes: Buffer): void; end(): void }>
  /** Without a thread there are none. */
  list(threadId: ThreadId | undefined): readonly RunningCommand[]
}

export function runningCommands(newId: () => string): RunningCommands {
  const running = new Map<string, RunningCommand>()
  return {
    async begin(threadId, { command, pty }) {
      const id = newId()
      const screen = await openScreen({ size: FIRST_SIZE, isPlain: !pty })
      running.set(id, { id, threadId, command, screen })
      return {
        hear: (bytes) => screen.hear(bytes),
        end() {
          running.delete(id)
          screen.end(null)
        },
      }
    },
    list: (threadId) => [...running.values()].filter((one) => one.threadId === threadId),
  }
}
