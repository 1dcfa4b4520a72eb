import type { Scene } from './script.ts'

/** A passage in an answer of `query_collection`: its id, and the lines below it. */
const PASSAGE = /^\[(?<id>p_[0-9a-z]+)\] [^\n]*\n(?<text>[\s\S]+?)(?=\n\n\[|$(?![\s\S]))/gm

/** Queries a collection and cites the findings: one verbatim quote, one that is not verbatim, and one passage that was never returned. */
export const COLLECTION: Scene = {
  words: 'what does @Handbook say about holidays?',
  pattern: /^\s*what\s+does\s+(?<collection>\S.{0,80}?)\s+say\s+about\s+(?<query>\S.{0,300}?)[.!?\s]*$/i,
  play(match, { step, results }) {
    const { collection = '', query = '' } = match.groups ?? {}
    if (step === 0)
      return {
        text: 'Let me look it up.',
        calls: [{ name: 'query_collection', args: { collection, query, limit: 5 } }],
      }
    const [result] = results
    const found = result?.isError === false ? [...result.text.matchAll(PASSAGE)] : []
    const [first] = found
    if (first === undefined) return { text: result?.text ?? '', calls: [] }
    const id = first.groups?.['id'] ?? ''
    const others = found.slice(1).map(({ groups }) => `[${groups?.['id'] ?? ''}]`)
    const more = others.length === 0 ? '' : `\n\nMore on it: ${others.join(' ')}.`
    return {
      text:
        `It says “${sentenceOf(first.groups?.['text'] ?? '')}” [${id}].${more}\n\n` +
        `Citations are checked: “these words are not in it” [${id}], and nobody gave me [p_zzzzzz].`,
      calls: [],
    }
  },
}

/** The first sentence that is more than a heading, without its own quotation marks. */
function sentenceOf(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const words = /[^.!?"“”„«»]{12,300}[.!?]?/.exec(lines.join(' '))?.[0] ?? lines.join(' ').slice(0, 200)
  return words.trim()
}
