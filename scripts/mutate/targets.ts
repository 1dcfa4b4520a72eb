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
  'shell/programs/{classify,options,levels}.ts',
]

/** Files to mutate, in a fixed order. */
export function targetFiles(source: string): readonly string[] {
  return globSync(TARGETS, { cwd: source, ignore: ['**/*.test.ts'] }).toSorted()
}

/** What the judge has already done, and what starts bash itself: that judges the corpus, not a change. */
const LEFT_OUT = ['**/corpus.test.ts', 'shell/laws.test.ts', '**/*.differential.test.ts']

/** The tests that stand beside a file and below it; beside the decision also those of its sentences. */
export function testsBeside(file: string, source: string): readonly string[] {
  const wanted = file.includes('/') ? [`${dirname(file)}/**/*.test.ts`] : ['*.test.ts', 'explain/*.test.ts']
  return globSync(wanted, { cwd: source, ignore: LEFT_OUT }).toSorted()
}
