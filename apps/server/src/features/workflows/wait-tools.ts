import { defineTool, type Tool } from '@countersign/agent'
import type { CallId } from '@countersign/protocol'
import { z } from 'zod'
import type { Host } from '../../platform/host.ts'
import type { Wakeups } from '../../turns/wakeups.ts'
import { sleepUntilFired, turnOf } from './sleeping.ts'

const READ = {
  category: 'read',
  destructive: false,
  editSafe: false,
  capability: 'safe',
  // A repeated call finds its own row.
  repeat: 'safe',
  parallelSafe: true,
  waits: true,
} as const

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
/** Maximum wait: a year. */
const LONGEST = 366 * 86_400_000

const Wait = z.object({
  for: z.string().optional(),
  until: z.string().optional(),
  value: z.unknown().optional(),
})

/** When a wait that begins now ends; a string is the reason why that cannot be computed. */
function dueOf(input: Pick<z.infer<typeof Wait>, 'for' | 'until'>, now: number): number | string {
  if (input.until !== undefined) {
    const at = Date.parse(input.until)
    if (Number.isNaN(at)) return `\`${input.until}\` is not a date; write it as 2026-11-18T09:00:00Z`
    return at - now > LONGEST ? 'it can wait at most a year' : at
  }
  const read = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(input.for ?? '')
  const [, count, unit] = read ?? []
  if (count === undefined || unit === undefined) return 'give `for` (`10m`) or `until` (a date)'
  const ms = Number(count) * (UNITS[unit] ?? 0)
  return ms > LONGEST ? 'it can wait at most a year' : now + ms
}

/** `time.wait`, `time.now` and `signal.wait`: tools that only workflows have. */
export function waitTools({
  clock,
  wakeups,
  signalToken,
}: {
  readonly clock: Host['clock']
  readonly wakeups: Wakeups
  signalToken(callId: CallId): string
}): readonly Tool[] {
  const wait = defineTool({
    ...READ,
    name: 'time.wait',
    description: 'Waits for a duration or until a date.',
    specifier: { kind: 'text', template: '{for}{until}' },
    input: Wait,
    output: z.object({ value: z.unknown(), time: z.string() }),
    title: (input) => `Wait ${input.until === undefined ? `for ${input.for ?? ''}` : `until ${input.until}`}`,
    inspect: (input) => {
      const due = dueOf(input, clock.now())
      return {
        specifier: { kind: 'text', text: input.until ?? input.for ?? '' },
        body: { kind: 'arguments', entries: [{ name: 'wait', value: input.until ?? input.for ?? '' }] },
        targets: [],
        ...(typeof due === 'number' ? {} : { refusal: { code: 'bad_arguments', text: due } }),
      }
    },
    async run(input, context) {
      const due = dueOf(input, clock.now())
      if (typeof due === 'string') return { ok: false, code: 'bad_arguments', text: due }
      const { id } = context.call
      const row = await wakeups.sleep(id, turnOf(context), { dueAt: due })
      if (row.firedAt === null && (row.dueAt ?? 0) > clock.now()) await sleepUntilFired(wakeups, id, context)
      else await wakeups.fire(id)
      const time = new Date(clock.now()).toISOString()
      return { ok: true, text: `Continued at ${time}.`, value: { value: input.value ?? null, time } }
    },
  })
  const now = defineTool({
    ...READ,
    name: 'time.now',
    description: 'The current time.',
    specifier: { kind: 'text', template: '' },
    input: z.object({}),
    output: z.object({ time: z.string() }),
    title: () => 'Read the clock',
    inspect: () => ({
      specifier: { kind: 'text', text: '' },
      body: { kind: 'arguments', entries: [] },
      targets: [],
    }),
    run: () => {
      const time = new Date(clock.now()).toISOString()
      return Promise.resolve({ ok: true, text: time, value: { time } })
    },
  })
  const signal = defineTool({
    ...READ,
    name: 'signal.wait',
    description: 'Waits for a signal from outside.',
    specifier: { kind: 'text', template: '{name}' },
    input: z.object({ name: z.string().min(1).max(200), schema: z.unknown().optional() }),
    output: z.object({ payload: z.unknown() }),
    title: ({ name }) => `Wait for the signal ${name}`,
    inspect: ({ name }) => ({
      specifier: { kind: 'text', text: name },
      body: { kind: 'arguments', entries: [{ name: 'signal', value: name }] },
      targets: [],
    }),
    async run({ name }, context) {
      const { id } = context.call
      const row = await wakeups.sleep(id, turnOf(context), { token: signalToken(id) })
      const fired = row.firedAt === null ? await sleepUntilFired(wakeups, id, context) : row
      return { ok: true, text: `The signal ${name} arrived.`, value: { payload: fired.payload ?? null } }
    },
  })
  return [wait, now, signal]
}
