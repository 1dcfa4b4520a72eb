import type { CommandCall, Reading } from './context.ts'
import { display, knownPrefix, type Field } from '../model/field.ts'
import type { ProgramFacts } from '../model/part.ts'
import { fieldValue, isLocal } from './value.ts'
import { SENDS_INPUT, TALKERS, TELLS_OF_MACHINE } from './programs/kinds.ts'

/** True when a command since `mark` reads a file, or prints data of the machine. */
export function readsSince({ parts }: Reading, mark: number): boolean {
  return parts.slice(mark).some((part) => {
    if (part.kind === 'read') return true
    if (part.kind !== 'command') return false
    if (part.facts.touches.some(({ act, guess }) => act === 'read' && guess !== true)) return true
    return TELLS_OF_MACHINE.has(part.facts.program ?? '') || isGitText(part.argv.slice(0, 2).map(display))
  })
}

function isGitText([program, verb = '']: readonly string[]): boolean {
  return program === 'git' && /^(?:log|diff|show|archive|format-patch|bundle|blame|cat-file)$/.test(verb)
}

/** The content of a file becomes part of the words or the input of a program that contacts another machine. */
export function sendsFiles({ argv, stdin }: CommandCall, program: string): boolean {
  if (TALKERS.has(program) && argv.some((_, index) => index > 0 && carries(argv, index, program)))
    return !argv.some(isHere)
  if (!SENDS_INPUT.has(program) || stdin.kind !== 'data' || stdin.local !== true || argv.some(isHere))
    return false
  const words = argv.slice(1).map(display)
  const deaf = words.some((word) => word === '--ignore-stdin' || (isSsh(program) && /^-\w*n\w*$/.test(word)))
  return !deaf && isTalking(program, words)
}

/** A word that is only such content, and not the value of an option, is an address from a file. */
function carries(argv: readonly Field[], index: number, program: string): boolean {
  const [word, before] = [argv[index], argv[index - 1]]
  const value = word === undefined ? [] : fieldValue(word)
  if (!isLocal(value)) return false
  const whole = value.every((bit) => bit.kind === 'hole')
  if (!whole || !NAMED_BY_FILES.test(program)) return true
  return before !== undefined && CARRYING.test(display(before))
}

/** Options whose values are sent. */
const CARRYING =
  /^(?:-[A-Za-z]*[dHAFeubTQU]|--(?:data.*|header|proxy-header|form.*|json|user.*|referer|cookie|url-query|post-data|body-data|password|raw|quote))$/
const NAMED_BY_FILES = /^(?:ssh|autossh|slogin|curl|curlie|wget2?|https?|httpie|xhs?)$/

function isSsh(program: string): boolean {
  return /^(?:ssh|autossh|slogin)$/.test(program)
}

/** An address of this very machine. */
function isHere(field: Field): boolean {
  return /^(?:[a-z]+:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?:[:/]|$)/.test(knownPrefix(field))
}

function isTalking(program: string, words: readonly string[]): boolean {
  if (program === 'openssl') return words[0] === 's_client'
  return program !== 'curl' || words.some((word) => /^(?:telnet|ftp|smtp|ws)/.test(word))
}

/** `git remote add x URL; git push x`: to another place than the known one. */
export function pushesElsewhere({ argv, frame }: CommandCall, { program }: ProgramFacts): boolean {
  if (program !== 'git') return false
  const words = argv.slice(1).map(display)
  const changes =
    (words.includes('remote') && (words.includes('add') || words.includes('set-url'))) ||
    (words.includes('config') &&
      words.some((word) => /^(?:remote|url|branch)\..*(?:url|insteadof|remote)$/i.test(word)))
  if (changes) frame.reading.readdressed = true
  return frame.reading.readdressed && words.includes('push')
}
