import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { readCase, type Case } from './case.ts'
import { scoreOf } from './corpus-score.ts'
import { caseDecider } from './decide-case.ts'
import { decide } from './decide.ts'
import { compilePolicy } from './policy.ts'
import { shellCall } from './testing/atoms.ts'

// Thousands of texts, several times each.
vi.setConfig({ testTimeout: 120_000 })

const FILES = [
  'shell-gate.jsonl',
  'shell-more.jsonl',
  'own-gate.jsonl',
  'own-dressed.jsonl',
  'irreversible.jsonl',
  'paths.jsonl',
  'own-paths.jsonl',
  'urls.jsonl',
  'own-urls.jsonl',
]

const CORPUS = join(import.meta.dirname, '../../../corpus')

function linesOf(name: string): readonly string[] {
  return readFileSync(join(CORPUS, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

function casesOf(name: string): readonly Case[] {
  return linesOf(name).map((line) => {
    const read = readCase(JSON.parse(line))
    if (!read.ok) throw new Error(`${name}: ${read.error.message}`)
    return read.value
  })
}

describe('P19.3 the corpus', () => {
  test.each(FILES)('%s: nothing unsafe, next to nothing needless', (name) => {
    const decider = caseDecider()
    const cases = casesOf(name)
    const scores = cases.map((given) => ({ id: given.id, score: scoreOf(given, decider.verdict(given)) }))
    const needless = scores.filter(({ score }) => score === 'needless')
    expect(scores.filter(({ score }) => score === 'unsafe')).toEqual([])
    expect(needless.length > cases.length / 100 ? needless : []).toEqual([])
  })
})

interface Recorded {
  readonly id: string
  readonly command: string
  readonly starts: readonly (readonly string[])[]
}

function recorded(): readonly Recorded[] {
  // The file is ours and has this shape on every line; its README says so.
  return linesOf('shell-bash.jsonl').map((line) => JSON.parse(line) as Recorded)
}

describe('P19.4 what bash really starts', () => {
  const facts = recorded()

  test('law 1: what runs without a rule starts read-only programs alone', () => {
    const none = compilePolicy({ mode: 'default', layers: [], builtins: false })
    const broken = facts.filter(({ command, starts }) => {
      if (decide(shellCall(command), none).verdict !== 'run') return false
      // A vector is judged alone, with its words quoted: it must be one of the read-only commands.
      return starts.some((argv) => decide(shellCall(argv.map(quoted).join(' ')), none).verdict !== 'run')
    })
    expect(broken).toEqual([])
  })

  test('law 2: what a deny rule names does not run, wherever it stands', () => {
    const broken = facts.flatMap(({ id, command, starts }) =>
      programs(starts).flatMap((program) => {
        const policy = compilePolicy({
          mode: 'auto',
          layers: [{ layer: 'user', lists: { deny: [`terminal.exec(${program} *)`] } }],
          builtins: false,
        })
        return decide(shellCall(command), policy).verdict === 'run' ? [{ id, command, program }] : []
      }),
    )
    expect(broken).toEqual([])
  })
})

/** Names that a rule can spell: glob, quote, bracket and tilde characters mean something else there. */
function programs(starts: Recorded['starts']): readonly string[] {
  const names = starts.flatMap(([program]) => (program === undefined || program === '' ? [] : [program]))
  return [...new Set(names)].filter((name) => !/[*?'"`[\]{}()~\\\s<>&|]/.test(name))
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
