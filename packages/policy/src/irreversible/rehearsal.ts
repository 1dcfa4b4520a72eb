import { matcherOf } from './patterns.ts'
import { REHEARSALS, REHEARSES, REHEARSES_WITH_N } from './programs.ts'
import type { Word } from './words.ts'

const matchRehearsal = matcherOf(REHEARSALS)

/** A dry run, or a request for help about the command. */
export function rehearses(program: string, words: readonly Word[]): boolean {
  const end = words.findIndex(({ text }) => text === '--')
  const own = end === -1 ? words : words.slice(0, end)
  if (own.some(({ text, option }) => option && REHEARSES.test(text))) return true
  const last = own.at(-1)?.text ?? ''
  if (/^(?:-h|-\?|help)$/.test(last) && own.length > 1) return true
  if (own[0]?.text === 'help') return true
  if (matchRehearsal(program, own) !== undefined) return true
  return REHEARSES_WITH_N.test(program) && own.some(({ text }) => text === '-n')
}
