import { z } from 'zod'

const Body = z.object({ actor: z.string(), data: z.record(z.string(), z.unknown()) })

/** The exact text of a row, as fields. A tampered row may be unreadable; then the raw text is shown. */
export function readBody(text: string): {
  readonly actor: string
  readonly data: ReadonlyMap<string, string>
} {
  const body = Body.safeParse(json(text))
  if (!body.success) return { actor: '', data: new Map([['text', text]]) }
  return {
    actor: body.data.actor,
    data: new Map(
      Object.entries(body.data.data)
        .filter(([, value]) => value !== null)
        .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ),
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A tampered row may no longer be JSON.
    return null
  }
}
