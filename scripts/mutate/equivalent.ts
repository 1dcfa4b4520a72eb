import type { Change } from './change.ts'

interface Reasoned extends Change {
  readonly why: string
}

/** Changes that no input can tell from the code as it is. */
const EQUIVALENT: readonly Reasoned[] = [
  {
    file: 'rules/shell-pattern.ts',
    from: "if (first?.kind !== 'text') return word",
    to: ';',
    why: 'only words that begin with the text of an operator come here',
  },
  {
    file: 'shell/commands.ts',
    from: 'if (file === undefined) continue',
    to: ';',
    why: 'what is kept without a path is never looked up: the reader asks by paths alone',
  },
  {
    file: 'shell/builtin-names.ts',
    from: 'if (at < 0) continue',
    to: 'if ((at <= 0)) continue',
    why: 'the search leaves the first letter out, so that it never finds 0',
  },
  {
    file: 'shell/reader.ts',
    from: "{ kind: 'text', text: '', quoted: true },",
    to: '',
    why: 'the parser gives empty quotes an empty text, and every other part in them says itself that it is quoted',
  },
  {
    file: 'shell/reader.ts',
    from: "if (bare !== '') parts.push({ kind: 'text', text: bare, quoted: false })",
    to: String.raw`if (bare !== '\u0000other') parts.push({ kind: 'text', text: bare, quoted: false })`,
    why: 'an empty text without quotes adds nothing to a word',
  },
  {
    file: 'shell/substitutions.ts',
    from: "if (index !== undefined && index.text !== '@' && index.text !== '*')",
    to: String.raw`if (index !== undefined && index.text !== '\u0000other' && index.text !== '*')`,
    why: 'as arithmetic `@` names nothing and starts nothing',
  },
  {
    file: 'shell/tilde.ts',
    from: 'if (HOMES.size >= MOST_HOMES) HOMES.clear()',
    to: 'if (!(HOMES.size >= MOST_HOMES)) HOMES.clear()',
    why: 'what is forgotten is made again; one command has one home',
  },
  {
    file: 'rules/shell-pattern.ts',
    from: 'TEXTS.set(fields, text)',
    to: ';',
    why: 'the text is made again when it is asked for',
  },
]

export function isEquivalent({ file, from, to }: Change): boolean {
  return EQUIVALENT.some((known) => known.file === file && known.from === from && known.to === to)
}
