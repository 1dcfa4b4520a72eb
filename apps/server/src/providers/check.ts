import { listModels, type Listing } from './listing.ts'
import { messageOf } from './provider-words.ts'
import type { Fetch } from './services.ts'
import type { Source } from './sources.ts'

/** Milliseconds that a provider has to answer a check. */
const PATIENCE = 10_000

/** Tests whether a provider can be used: lists its models or, if there is no list, asks for one word. */
export async function checkSource(source: Source, fetch: Fetch): Promise<Listing> {
  if (source.list !== undefined) return listModels(source.list, { fetch, patience: PATIENCE })
  const [first] = source.models
  if (first === undefined) return { ok: false, message: 'there is no model to try' }
  try {
    await source.open(first.id, fetch).model.doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Say yes.' }] }],
      maxOutputTokens: 5,
      abortSignal: AbortSignal.timeout(PATIENCE),
    })
    return { ok: true, models: source.models }
  } catch (cause) {
    const said = messageOf(cause)
    const message = source.secret === undefined ? said : said.replaceAll(source.secret, '••••')
    return { ok: false, message: `\`${first.id}\` did not answer: ${message}` }
  }
}
