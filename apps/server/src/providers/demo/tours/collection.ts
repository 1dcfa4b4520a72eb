import type { Scene } from '../script.ts'
import { done, textOf } from './lines.ts'

const SETUP =
  'You have no collection yet, and only you can create one. Open **Collections**, create a collection, and drop documents into it or link a folder. ' +
  'When they are ready, say `show a collection` again.'

/** Only a person makes collections; the tour reads existing ones. */
export const COLLECTION: Scene = {
  words: 'show a collection',
  pattern: /^\s*show\s+(?:me\s+)?a\s+collection[.!?\s]*$/i,
  play(_match, { step, results }) {
    if (step === 0)
      return {
        text: 'Let me see which collections you have.',
        calls: [{ name: 'list_collections', args: {} }],
      }
    const names = namesIn(textOf(results, 'list_collections'))
    const [first] = names
    if (first === undefined) return done(SETUP)
    return done(
      `You made ${names.map((name) => `*${name}*`).join(', ')}. Ask about something in your documents, for example:\n\n- \`what does @${first} say about holidays?\`\n\nI answer with a quote and its passage. Press the citation to open the document at that place.`,
    )
  },
}

/** A line of `list_collections` begins with the name, then the number of documents. */
function namesIn(list: string): readonly string[] {
  return list
    .split('\n')
    .flatMap((line) => /^(?<name>\S.*?): \d+ documents/.exec(line)?.groups?.['name'] ?? [])
}
