import type { Answer } from '../../platform/egress/pinned-get.ts'
import { readInThread } from './read-in-thread.ts'

/** An answer as a text that a model can read. */
export type PageText =
  | { readonly ok: true; readonly title: string; readonly text: string }
  | { readonly ok: false; readonly text: string }

/** Reads the answer: HTML as its readable part, other text unchanged. */
export async function pageText(answer: Answer, url: string, signal: AbortSignal): Promise<PageText> {
  const type = (answer.type.split(';')[0] ?? '').trim().toLowerCase()
  if (!isText(type, answer.body))
    return {
      ok: false,
      text: `it is not text but ${type === '' ? 'something else' : type}, ${answer.body.length} bytes`,
    }
  const text = decoded(answer)
  if (type !== 'text/html' && type !== 'application/xhtml+xml') return { ok: true, title: '', text }
  return { ok: true, ...(await readInThread(text, url, signal)) }
}

function isText(type: string, body: Buffer): boolean {
  if (type === '') return !body.subarray(0, 4096).includes(0)
  return (
    type.startsWith('text/') ||
    /[/+](?:json|xml|yaml|x-yaml|javascript|ecmascript|x-ndjson|toml|sql|x-sh)$/.test(type) ||
    type === 'application/xhtml+xml'
  )
}

/** By the charset of the header, otherwise of the page, otherwise UTF-8. */
function decoded({ type, body }: Answer): string {
  const said = /charset=["']?([\w-]+)/i.exec(type)?.[1]
  const inPage = /<meta[^>]+charset=["']?([\w-]+)/i.exec(body.subarray(0, 4096).toString('latin1'))?.[1]
  for (const name of [said, inPage]) {
    const decoder = name === undefined ? undefined : decoderOf(name)
    if (decoder) return decoder.decode(body)
  }
  return new TextDecoder().decode(body)
}

function decoderOf(name: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(name)
  } catch {
    // An unknown charset: the page is read as UTF-8.
    return undefined
  }
}
