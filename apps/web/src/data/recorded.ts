import { z } from 'zod'
import type { RecordedCall } from '@countersign/policy'

const Path = z.object({ asked: z.string(), resolved: z.string().exactOptional() })
const Specifier = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shell'), command: z.string() }),
  z.object({ kind: z.literal('path'), paths: z.array(Path) }),
  z.object({ kind: z.literal('url'), url: z.string(), resolvedAddress: z.string().exactOptional() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
])
const Recorded = z.object({
  call: z.object({
    tool: z.object({
      name: z.string(),
      category: z.enum(['read', 'write', 'execute', 'external']),
      destructive: z.boolean(),
      editSafe: z.boolean(),
      kind: z.enum(['shell', 'path', 'url', 'text']),
    }),
    specifier: Specifier,
    place: z.object({
      workspace: z.string(),
      cwd: z.string(),
      home: z.string(),
      own: z.array(z.string()).exactOptional(),
    }),
  }),
  verdict: z.enum(['run', 'ask', 'block']),
  answer: z.enum(['allowed', 'denied']).nullable(),
})
const Answer = z.object({ calls: z.array(Recorded) })

/** Calls of the last 30 days, for backtests; null if they cannot be had: a preview goes without. */
export async function fetchRecorded(fetcher: typeof fetch): Promise<readonly RecordedCall[] | null> {
  try {
    const response = await fetcher('/api/recorded', { credentials: 'same-origin' })
    const parsed = Answer.safeParse(await response.json())
    if (!response.ok || !parsed.success) return null
    return parsed.data.calls.map(({ call, verdict, answer }, index) => ({
      id: String(index),
      call,
      decided: verdict,
      ...(answer === null ? {} : { answer }),
    }))
  } catch {
    // A preview without a past is still a preview.
    return null
  }
}
