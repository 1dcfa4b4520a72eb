import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** A process that holds a store open. */
export interface Holder {
  readonly pid: number
  /** Leaves properly. */
  close(): Promise<void>
  /** Ends without notice. */
  kill(): Promise<void>
}

const Said = z.object({ kind: z.string(), message: z.string().optional() })

/** Starts a process that opens the store; resolves once it is open. */
export async function holdStore(config: {
  readonly home: string
  readonly processId: string
  readonly databaseUrl?: string
}): Promise<Holder> {
  const child = forkSource('./child-store.ts', [JSON.stringify(config)])
  const exited = once(child, 'exit')
  const said = await Promise.race([once(child, 'message'), exited.then(() => [])])
  const parsed = Said.safeParse(said[0])
  if (!parsed.success || parsed.data.kind !== 'open')
    throw new Error(`the store did not open: ${parsed.data?.message ?? 'the process ended'}`)
  return {
    pid: child.pid ?? 0,
    async close() {
      child.send('close')
      await exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Starts a source file of this folder as a program. */
function forkSource(file: string, args: readonly string[]): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: ['--conditions=countersign-source'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}
