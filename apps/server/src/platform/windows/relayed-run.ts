import type { ToolOutcome } from '@countersign/agent'
import { CallId, ThreadId } from '@countersign/protocol'
import { z } from 'zod'
import type { ToolRun, ToolRuns } from './tool-runs.ts'
import { RUN_LIMIT } from './tool-runs.ts'
import type { Other, Shared } from '../relay/other-processes.ts'

/** Milliseconds for the round trip to another process. */
export const WAY = 5000

/** A call for a client of another process. */
export const RelayedRun = z.object({
  kind: z.literal('run'),
  name: z.string(),
  call: z.object({ id: CallId, threadId: ThreadId }),
  args: z.record(z.string(), z.unknown()),
  time: z.number(),
})

const Outcome = z.union([
  z.object({ ok: z.literal(true), text: z.string() }),
  z.object({ ok: z.literal(false), code: z.string(), text: z.string() }),
])

/** Lets a client of another process run a call. The request arrives once or not at all. */
export async function runThere<T>(
  shared: Pick<Shared<T>, 'ask'>,
  other: Pick<Other<T>, 'process' | 'id'>,
  { name, call, args, signal, time = RUN_LIMIT }: ToolRun,
): Promise<ToolOutcome> {
  const question: z.infer<typeof RelayedRun> = {
    kind: 'run',
    name,
    call: { id: call.id, threadId: call.threadId },
    args: { ...args },
    time,
  }
  const answered = await shared.ask(other, question, { time: time + WAY, signal })
  switch (answered.kind) {
    case 'stopped':
      return { ok: false, code: 'stopped', text: 'stopped' }
    case 'late':
      return {
        ok: false,
        code: 'timeout',
        text: `the client did not answer \`${name}\` within ${time / 1000} s; it is unknown whether it did its work`,
      }
    case 'gone':
      return { ok: false, code: 'client_gone', text: GONE }
    case 'answer': {
      const outcome = Outcome.safeParse(answered.value)
      return outcome.success ? outcome.data : { ok: false, code: 'client_gone', text: GONE }
    }
  }
}

const GONE = 'the client left while it ran this; it is unknown whether it did its work'

/** Runs a call of another process's turn in a client of this one. */
export async function runHere(
  runs: Pick<ToolRuns, 'run'> | undefined,
  { name, call, args, time }: z.infer<typeof RelayedRun>,
  signal: AbortSignal,
): Promise<z.infer<typeof Outcome>> {
  if (runs === undefined)
    return { ok: false, code: 'client_gone', text: `did not run: the client that has \`${name}\` has left` }
  const outcome = await runs.run({ name, call, args, signal, time })
  return outcome.ok ? { ok: true, text: outcome.text } : { ok: false, code: outcome.code, text: outcome.text }
}
