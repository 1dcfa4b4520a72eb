import { expect, test } from 'vitest'
import { parseOptionList } from './option-table.ts'
import type { CommandSpec } from './spec.ts'
import { TABLES } from './tables.ts'
import { factsOf } from './testing/argv.ts'
import { HAZARD_LINES } from './testing/hazards/all.ts'

test.each(HAZARD_LINES)('$line $kind', ({ line, kind }) => {
  const facts = factsOf(line)
  expect(facts.hazards.map((hazard) => hazard.kind)).toContain(kind)
  expect(facts.notReadonly).toBeDefined()
})

test('every hazard of every table has a row', () => {
  const programs = new Map<CommandSpec, string[]>()
  for (const spec of TABLES.flatMap((table) => table())) collect(spec, spec.names, programs)
  const missing = [...programs].flatMap(([spec, names]) =>
    hazardsOf(spec)
      .filter((spelling) => !isProved(names, spelling))
      .map((spelling) => `${names[0] ?? ''} ${spelling}`),
  )
  expect(missing).toEqual([])
})

/** Programs share entries for subcommands: it is enough when one of them proves it. */
function collect(spec: CommandSpec, names: readonly string[], programs: Map<CommandSpec, string[]>): void {
  programs.set(spec, [...(programs.get(spec) ?? []), ...names])
  for (const below of [...Object.values(spec.subcommands ?? {}), spec.fallback]) {
    if (below !== undefined) collect(below, names, programs)
  }
}

function hazardsOf(spec: CommandSpec): readonly string[] {
  return [spec.writes, spec.starts, spec.runs, spec.loads, spec.configures]
    .flatMap((list) => parseOptionList(list, 'starts'))
    .flatMap((def) => def.names)
}

function isProved(names: readonly string[], spelling: string): boolean {
  return WORDS.some(
    (words) => names.some((name) => name.replace('*', 'x') === words[0]) && words.includes(spelling),
  )
}

const WORDS = HAZARD_LINES.map(({ line }) => line.split(' ').map((word) => word.split('=')[0] ?? ''))

test('spellings for rules', () => {
  expect(factsOf('sort -uo x').hazards[0]?.spellings).toEqual(['-o', '--output'])
  expect(factsOf('sort --outp=x').hazards[0]).toMatchObject({
    option: '--outp=x',
    spellings: ['-o', '--output'],
  })
  expect(factsOf('git -c a=b log').hazards[0]?.spellings).toEqual(['-c'])
})

test('words that are not known may be a hazard, which no rule spells', () => {
  expect(factsOf('sort "$X"').hazards).toMatchObject([{ option: '$X', spellings: [] }])
  expect(factsOf('git log $X').hazards).toHaveLength(1)
  expect(factsOf('git log -- $X').hazards).toEqual([])
  expect(factsOf('tar cf a.tar *').hazards).toHaveLength(1)
  expect(factsOf('tar cf a.tar ./*').hazards).toEqual([])
  expect(factsOf('wc -l $X').hazards).toEqual([])
})

test('shell text that an option starts is judged too', () => {
  expect(factsOf("git rebase -x 'rm -rf /' main").inner).toMatchObject([{ kind: 'script' }])
  expect(factsOf("sort --compress-program='rm -rf /' f").inner).toMatchObject([{ kind: 'script' }])
  expect(factsOf("tar tf a --checkpoint-action=exec='rm -rf /'").inner).toMatchObject([{ kind: 'script' }])
  expect(factsOf('git submodule foreach rm -rf x').inner).toMatchObject([{ kind: 'argv' }])
  expect(factsOf("tar xf a --to-command='rm x'").inner).toMatchObject([{ kind: 'script' }])
})
