import { dirname } from 'node:path'
import { globSync } from 'tinyglobby'

/** The code that decides, within `packages/policy/src`. Tables of programs are data: the corpus speaks for them. */
const TARGETS = [
  'decide.ts',
  'layers.ts',
  'breakers.ts',
  'rules/{shell-pattern,may-meet,glob,rule-index}.ts',
  'paths/{match,segment}.ts',
  'urls/{match,pattern}.ts',
  'shell/*.ts',
  'shell/programs/{classify,read-program,settled-facts,why-not-readonly,options,levels}.ts',
]

/** Files to mutate, in a fixed order. */
export function targetFiles(source: string): readonly string[] {
  return globSync(TARGETS, { cwd: source, ignore: ['**/*.test.ts'] }).toSorted()
}

/** What is written down of whole readings and decisions: the fastest of all to notice. */
export const PINNED: readonly string[] = ['pinned.test.ts', 'shell/pinned.test.ts', 'rules/pinned.test.ts']

/** The tests that stand beside a file and below it, and the tables of commands: they are fast, and most likely to notice. */
export function testsBeside(file: string, source: string): readonly string[] {
  const wanted = file.includes('/')
    ? [`${dirname(file)}/**/*.test.ts`, 'attacks.test.ts']
    : ['*.test.ts', 'explain/*.test.ts']
  return globSync(wanted, { cwd: source, ignore: SLOW }).toSorted()
}

/** All other tests of the policy: the whole corpus, every law, and bash itself. */
export function otherTests(file: string, source: string): readonly string[] {
  const beside = new Set(testsBeside(file, source))
  return globSync('**/*.test.ts', { cwd: source })
    .filter((name) => !beside.has(name) && !PINNED.includes(name))
    .toSorted()
}

const SLOW = ['**/pinned.test.ts', '**/corpus.test.ts', '**/laws.test.ts', '**/*.differential.test.ts']
