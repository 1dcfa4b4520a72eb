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
    file: 'shell/written-text.ts',
    from: 'if (file === undefined) continue',
    to: ';',
    why: 'what is kept without a path is never looked up: the reader asks by paths alone',
  },
  {
    file: 'paths/segment.ts',
    from: 'if (at === pattern.length) return { whole: from + at === names.length, leading: true }',
    to: ';',
    why: 'the table of an empty rest says the same, only later',
  },
  {
    file: 'paths/segment.ts',
    from: 'for (; at < pattern.length; at++) {',
    to: 'for (; (at <= pattern.length); at++) {',
    why: 'behind the last segment there is none, and the walk ends there',
  },
  {
    file: 'shell/builtin-names.ts',
    from: 'if (at < 0) continue',
    to: 'if ((at <= 0)) continue',
    why: 'the search leaves the first letter out, so that it never finds 0',
  },
  {
    file: 'shell/syntax/words.ts',
    from: "{ kind: 'text', text: '', quoted: true },",
    to: '',
    why: 'the parser gives empty quotes an empty text, and every other part in them says itself that it is quoted',
  },
  {
    file: 'shell/syntax/words.ts',
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
    file: 'shell/braces.ts',
    from: "if (text !== '') parts.push({ kind: 'text', text, quoted: false })",
    to: String.raw`if (text !== '\u0000other') parts.push({ kind: 'text', text, quoted: false })`,
    why: 'an empty text without quotes adds nothing to a word',
  },
  {
    file: 'rules/may-meet.ts',
    from: 'if (a === undefined || b === undefined || a < 0 || b < 0) return true',
    to: 'if (a === undefined || b === undefined || a < 0 || (b <= 0)) return true',
    why: 'whoever agrees here is looked at in full: this only saves the walk',
  },
  {
    file: 'shell/inner-script.ts',
    from: 'loseState(call)',
    to: ';',
    why: 'what is evaluated without being shown is opaque, and who runs what is opaque loses the state as well',
  },
  {
    file: 'shell/subjects.ts',
    from: 'must: () => false,',
    to: 'must: () => true,',
    why: 'a breaker and what cannot be read ask before any allow rule is looked at',
  },
  {
    file: 'shell/value.ts',
    from: "return other.kind !== 'hole' && bit.text === other.text",
    to: String.raw`return other.kind !== '\u0000other' && bit.text === other.text`,
    why: 'both are of one kind here: that was looked at before',
  },
  {
    file: 'rules/shell-pattern.ts',
    from: 'TEXTS.set(fields, text)',
    to: ';',
    why: 'the text is made again when it is asked for',
  },
]

/** Statements that only save work: what follows them comes to the same. */
const SHORTCUTS: readonly Pick<Change, 'file' | 'from'>[] = [
  {
    file: 'shell/functions.ts',
    from: 'if (reading.deferred.length === 0 && reading.functions.size === 0) return',
  },
  { file: 'shell/written-text.ts', from: 'if (plain !== undefined) return [plain]' },
  { file: 'shell/written-text.ts', from: 'if (assignments.length === 0) return NO_VARIABLES' },
  { file: 'shell/written-text.ts', from: 'if (assignments.length === 0) return []' },
  { file: 'shell/words.ts', from: 'if (plain !== undefined) return [plain]' },
  { file: 'shell/walk.ts', from: 'if (state.evaluated.length === 0) return' },
  { file: 'shell/touched-paths.ts', from: 'if (touches.length === 0) return []' },
  { file: 'shell/touched-paths.ts', from: 'if (touches.length < 2) return touches' },
  { file: 'shell/subjects.ts', from: 'if (parts.length < 2) return parts' },
  {
    file: 'shell/run-git.ts',
    from: "if (git === undefined || !(has('GIT_CONFIG_COUNT') || has('GIT_CONFIG_PARAMETERS'))) return",
  },
  {
    file: 'shell/touched-paths.ts',
    from: 'if (known !== undefined) return secretsNamed(known, cwds, place)',
  },
  {
    file: 'shell/braces.ts',
    from: "if (!tokens.every((token) => typeof token === 'string')) return undefined",
  },
  { file: 'shell/preflight.ts', from: 'if (text.length <= FEWEST) return undefined' },
  {
    file: 'shell/syntax/words.ts',
    from: String.raw`if (!text.includes('\\')) return text === '' ? [] : [{ kind: 'text', text, quoted: false }]`,
  },
  { file: 'shell/same-words.ts', from: 'if (known !== undefined) return known' },
  { file: 'shell/same-words.ts', from: 'SPELLINGS.set(program, made)' },
  { file: 'rules/shell-pattern.ts', from: 'if (known !== undefined) return known' },
  {
    file: 'shell/programs/settled-facts.ts',
    from: "if (option.effect === 'plain' || option.effect === 'unknown') return",
  },
  { file: 'shell/programs/settled-facts.ts', from: 'if (isShort && !more) return []' },
  {
    file: 'shell/programs/options.ts',
    from: 'if (!field.many && !next.some((value) => value.many)) return read',
  },
  {
    file: 'shell/programs/options.ts',
    from: 'if (took === 0) return { options: [option], doubts: [], took }',
  },
  {
    file: 'shell/programs/options.ts',
    from: "if (only?.kind === 'text' && field.pieces.length === 1) return false",
  },
]

export function isEquivalent({ file, from, to }: Change): boolean {
  const isShortcut = to === ';' && SHORTCUTS.some((known) => known.file === file && known.from === from)
  return (
    isShortcut || EQUIVALENT.some((known) => known.file === file && known.from === from && known.to === to)
  )
}
