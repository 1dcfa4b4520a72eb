import type { StartedCommand } from '@countersign/policy'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename } from 'node:path'
import { isThisMachine, plainHost } from '../platform/egress/this-machine.ts'
import { ELSEWHERE, SHELLS_ELSEWHERE, SSH_VALUES, STRANGERS } from './strangers.ts'

/** Words of a command without the program; undefined: unknown before it runs. */
type Words = readonly (string | undefined)[]

interface Use {
  readonly verbs: readonly string[]
  readonly options: readonly string[]
  readonly parts: readonly string[]
}

/** Which uses of a program hand work on. */
type Uses =
  | { readonly kind: 'all' }
  | { readonly kind: 'all-but'; readonly words: ReadonlySet<string> }
  | { readonly kind: 'these'; readonly uses: readonly Use[] }

const USES: ReadonlyMap<string, Uses> = new Map(
  Object.entries(STRANGERS).flatMap(([programs, text]) => {
    const uses = readUses(text)
    return programs.split(' ').map((program): [string, Uses] => [program, uses])
  }),
)

function readUses(text: string): Uses {
  if (text === '*') return { kind: 'all' }
  if (text.startsWith('! ')) return { kind: 'all-but', words: new Set(text.slice(2).split(' ')) }
  const uses = text.split(';').map((use): Use => {
    const words = use.trim().split(' ')
    const is = (mark: string) => words.filter((word) => word.startsWith(mark))
    return {
      verbs: words.filter((word) => !/^[-~]/.test(word)),
      options: is('-'),
      parts: is('~').map((word) => word.slice(1)),
    }
  })
  return { kind: 'these', uses }
}

/**
 * The words with which a command hands work to a program that the gate did not start, for people; undefined: it hands nothing on that the
 * table knows.
 */
export function handsOver({ words, through }: StartedCommand): string | undefined {
  if (through.some((carrier) => ELSEWHERE.has(programOf(carrier.split(' ')[0])))) return undefined
  const [program, ...rest] = words.map(({ text }) => text)
  const name = programOf(program)
  if (isQuestion(rest)) return undefined
  const hands = SHELLS_ELSEWHERE.has(name) ? leadsHere(rest) : matches(USES.get(name), name, rest)
  return hands ? shown([name, ...rest]) : undefined
}

function programOf(word: string | undefined): string {
  return basename(word ?? '')
}

/** It only asks the program about itself. */
function isQuestion(words: Words): boolean {
  return words.length === 1 && /^(?:--version|--help|-V|version|help)$/.test(words[0] ?? '')
}

function matches(uses: Uses | undefined, name: string, words: Words): boolean {
  if (uses === undefined) return false
  switch (uses.kind) {
    case 'all':
      return true
    case 'all-but':
      return !isHarmless(uses.words, name, words)
    case 'these':
      return uses.uses.some((use) => fits(use, words))
  }
}

/** For tmux a verb must be named, without a second command, a file, or `#(…)` with a command in it. */
function isHarmless(harmless: ReadonlySet<string>, name: string, words: Words): boolean {
  if (name !== 'tmux') {
    const first = /^-[uq]$/.test(words[0] ?? '') ? words[2] : words[0]
    return first !== undefined && harmless.has(first)
  }
  if (words.some((word) => word === undefined || /;$|#\(|^-f/.test(word))) return false
  return verbsAt(words).some((at) => harmless.has(words[at] ?? '')) || words[0] === '-V'
}

function fits({ verbs, options, parts }: Use, words: Words): boolean {
  return (
    hasVerbs(verbs, words) &&
    options.every((option) => words.some((word) => isOption(option, word))) &&
    parts.every((part) => words.some((word) => word === undefined || word.includes(part)))
  )
}

function isOption(option: string, word: string | undefined): boolean {
  return word !== undefined && (word === option || word.startsWith(`${option}=`))
}

function hasVerbs([verb, ...more]: readonly string[], words: Words): boolean {
  if (verb === undefined) return true
  return verbsAt(words).some(
    (at) => (words[at] === undefined || words[at] === verb) && hasVerbs(more, words.slice(at + 1)),
  )
}

/** The possible positions of the verb: the first word that is not an option. A word right after an option may be its value. */
function verbsAt(words: Words): readonly number[] {
  const found: number[] = []
  for (const [index, word] of words.entries()) {
    if (word?.startsWith('-') === true && word !== '-') continue
    found.push(index)
    if (index === 0 || words[index - 1]?.startsWith('-') !== true) return found
  }
  return found
}

/** A shell on this same machine. A machine that is unknown before it runs may be this one. */
function leadsHere(words: Words): boolean {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined) return true
    if (!word.startsWith('-')) return isHere(word)
    const value = SSH_VALUES.test(word) ? words[(at += 1)] : word.slice(2)
    // A jump, a name for the machine, a command that makes the connection.
    if (/^-(?:J|o)/.test(word) && namesHere(value)) return true
  }
  return false
}

function namesHere(value: string | undefined): boolean {
  if (value === undefined) return true
  return value.split(/[,=\s]+/).some((part) => part !== '' && isHere(part))
}

/** `user@host`, `ssh://user@host:22`, `host:22`. */
function isHere(destination: string): boolean {
  const host = destination
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^.*@/s, '')
    .replace(/\/.*$/s, '')
  const bare = /^\[[^\]]*\]|^[^:]*:[^:]*:.*$|^[^:]*/.exec(host)?.[0] ?? host
  const plain = plainHost(bare)
  return plain !== '' && (isThisMachine(plain) || ownNames().has(plain))
}

/** Names of this machine: its own, and those in the hosts file that lead here. No name is looked up on the network. */
function ownNames(): ReadonlySet<string> {
  const own = hostname().toLowerCase()
  const names = new Set([own, own.split('.')[0] ?? own, `${own}.local`])
  for (const line of hostsFile().split('\n')) {
    const [address = '', ...known] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (address !== '' && isThisMachine(address)) for (const name of known) names.add(name.toLowerCase())
  }
  return names
}

function hostsFile(): string {
  try {
    return readFileSync('/etc/hosts', 'utf8')
  } catch {
    // A machine without a hosts file has no names in it.
    return ''
  }
}

/** Maximum length of a reported command. */
const SHOWN = 80

function shown(words: Words): string {
  const text = words.map((word) => word ?? '…').join(' ')
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
