import { RuleId, ThreadId } from '@countersign/protocol'
import { z } from 'zod'

const Rule = z.object({
  id: RuleId,
  list: z.enum(['allow', 'ask', 'deny']),
  layer: z.string(),
  text: z.string(),
  threadId: ThreadId.nullable(),
})
export type KeptRule = z.infer<typeof Rule>

const Verdict = z.enum(['run', 'ask', 'block'])
const Explained = z.object({
  sentence: z.string(),
  decision: z.object({ verdict: Verdict }),
  parts: z.array(z.object({ label: z.string(), verdict: Verdict, why: z.string() })),
})
export type Explained = z.infer<typeof Explained>

/** Rules that were kept; null if they cannot be had. */
export async function fetchRules(fetcher: typeof fetch): Promise<readonly KeptRule[] | null> {
  const found = await ask(fetcher, '/api/rules', {}, z.object({ rules: z.array(Rule) }))
  return found?.rules ?? null
}

/** What policy would say of a call in this chat; null if it cannot be asked. */
export async function explainCall(
  fetcher: typeof fetch,
  call: string,
  thread: ThreadId,
): Promise<Explained | null> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ call, thread_id: thread }),
  }
  return ask(fetcher, '/api/decide', init, Explained)
}

async function ask<T>(
  fetcher: typeof fetch,
  path: string,
  init: RequestInit,
  schema: z.ZodType<T>,
): Promise<T | null> {
  try {
    const response = await fetcher(path, { ...init, credentials: 'same-origin' })
    const parsed = schema.safeParse(await response.json())
    return response.ok && parsed.success ? parsed.data : null
  } catch {
    // The page says that the answer cannot be had; it does not matter here why.
    return null
  }
}
