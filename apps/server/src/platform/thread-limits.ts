import { z } from 'zod'
import { setting } from './setting.ts'

export const MAX_COST = setting({
  name: 'max_cost',
  scope: 'thread',
  schema: z.number().nullable(),
  standard: null,
  about: 'What one turn of the thread may cost, in US dollars.',
})

/** Milliseconds that an unattended run waits for an answer, unless someone says otherwise. */
export const UNATTENDED_WAIT = 300_000

/** How long questions of one thread wait. The person's own setting takes precedence. */
export const THREAD_WAIT = setting({
  name: 'thread_approval_timeout_ms',
  scope: 'thread',
  schema: z.number().nullable(),
  standard: null,
  about: 'How long the thread’s questions wait for an answer, in milliseconds; absent: the server’s setting.',
})

export function tightest(ofServer: number | null, ofThread: number | null): number | null {
  const caps = [ofServer, ofThread].filter((cap) => typeof cap === 'number')
  return caps.length === 0 ? null : Math.min(...caps)
}
