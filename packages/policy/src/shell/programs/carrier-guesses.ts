import { knownPrefix, literal, type Field } from '../../model/field.ts'
import type { Inner } from '../../model/part.ts'
import { shellText } from './joined-words.ts'
import type { ParsedArgs } from './spec.ts'

/**
 * Other possible starts of the command. After an unknown option every later word, because the option may or may not take a value; otherwise
 * one of the first operands. Never after the word that follows `--`.
 */
export function guess(
  spec: { readonly more?: boolean; readonly remote?: boolean },
  args: ParsedArgs,
  { from, sure }: { readonly from: number; readonly sure: boolean },
): readonly Inner[] {
  const guesses: Inner[] = []
  const dashes = args.argv.findIndex(isDashes)
  const [first] = args.operands
  const near = first !== undefined && sure ? reach(args.argv, args.argv.indexOf(first)) : args.argv.length - 1
  const last = dashes === -1 ? near : dashes + 1
  for (let at = 1 + args.path.length; at <= last && guesses.length <= GUESSES; at += 1) {
    const word = args.argv[at]
    if (word === undefined || knownPrefix(word).startsWith('-')) continue
    // A carrier itself looks further.
    const isCarrier = args.isCarrier(literal(word) ?? '')
    if (at === from && !isCarrier) continue
    if (at === from) break
    guesses.push({
      kind: 'argv',
      argv: args.argv.slice(at),
      from: at,
      ...(spec.more === true ? { more: true } : {}),
      ...(spec.remote === true ? { remote: true } : {}),
    })
    if (isPlainText(word))
      guesses.push({ ...shellText(word), ...(spec.remote === true ? { remote: true } : {}) })
    if (isCarrier) break
  }
  return guesses
}

/** Nobody writes this many options; later starts are ignored. */
export const GUESSES = 48

/** Several plain words in one: the text of a command, where commands are started. */
function isPlainText(word: Field): boolean {
  return /^[\w./-]+(?: +[\w./:=@%+,~-]+)+$/.test(literal(word) ?? '')
}

/** A place, a machine, a priority: this many words may precede the command. */
const OPERANDS = 2

/** How far into the words the command may begin: each option may bring a value (`perf record -o x cmd`). */
function reach(argv: readonly Field[], first: number): number {
  let left = OPERANDS
  let at = first
  for (; at + 1 < argv.length && left > 0; at += 1) {
    const next = argv[at + 1]
    left += next !== undefined && knownPrefix(next).startsWith('-') ? 1 : -1
  }
  return at
}

export function isDashes(field: Field): boolean {
  return literal(field) === '--'
}
