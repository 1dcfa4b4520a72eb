import type { RecordedCall } from '@countersign/policy'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { httpGet, valueOf } from './http.ts'

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
  id: z.string(),
  decided: z.enum(['run', 'ask', 'block']),
  answer: z.enum(['allowed', 'denied', 'unanswered']).exactOptional(),
  at: z.number(),
})
const Answer = z.object({ calls: z.array(Recorded) })

/** A call of the past and when it was proposed. */
export type DatedCall = RecordedCall & { readonly at: number }

/** Calls of the last 30 days, newest first; null while they are not there, or cannot be had: a preview goes without. */
export function useRecorded(): readonly DatedCall[] | null {
  const recorded = useQuery({
    queryKey: ['recorded'],
    queryFn: async () => (await valueOf(httpGet('/api/recorded', Answer))).calls,
  })
  return recorded.data ?? null
}
