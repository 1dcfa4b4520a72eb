import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/root.mjs'
import { hasTest } from './has-test.ts'

const page = readFileSync(join(root, 'docs/seeds.md'), 'utf8')

interface Demand {
  readonly number: number
  readonly state: string
  readonly shown: readonly { readonly file: string; readonly title: string }[]
}

/** The sections with demands; the last one is the list of rulings. */
const documents = page
  .split(/^## /m)
  .slice(1)
  .map((section) => ({ name: section.slice(0, section.indexOf('\n')), rows: cellsOf(section) }))
const rulings = new Set(documents.pop()?.rows.map(([number]) => number))
const tables = documents.map(({ name, rows }) => ({ name, demands: rows.map(demandOf) }))

test('five documents, and the counts of the first lines are true', () => {
  expect(tables).toHaveLength(5)
  const states = tables.flatMap(({ demands }) => demands.map(({ state }) => state))
  const many = (beginning: string) => states.filter((state) => state.startsWith(beginning)).length
  const said = page.replaceAll(/\s+/g, ' ')
  expect(said).toContain(`Of ${states.length} demands ${many('shown')} are *shown*`)
  expect(said).toContain(`${many('different')} are *different by a ruling*`)
  expect(said).toContain(`${many('planned')} are *planned*`)
})

test.each(tables)('$name: its demands are numbered, and each has a state', ({ demands }) => {
  expect(demands.map(({ number }) => number)).toEqual(demands.map((_, index) => index + 1))
  expect(demands.filter(({ state }) => !isState(state))).toEqual([])
})

test.each(tables)('$name: what is shown is shown by tests that exist', ({ demands }) => {
  expect(demands.filter(({ state, shown }) => !state.startsWith('planned') && shown.length === 0)).toEqual([])
  const named = demands.flatMap(({ shown }) => shown)
  expect(named.filter(({ file, title }) => !hasTest(file, title))).toEqual([])
})

test('a demand without a test, a state that is none and a test that is gone are noticed', () => {
  const row = (state: string, test: string) => demandOf(['1', 'x', state, 'y', test])
  expect(isState(row('shown', '').state)).toBe(true)
  expect(isState(row('done', '').state)).toBe(false)
  expect(isState(row('different by ruling 0', '').state)).toBe(false)
  expect(row('shown', '`a.ts` › one<br>`b.ts` › two').shown).toEqual([
    { file: 'a.ts', title: 'one' },
    { file: 'b.ts', title: 'two' },
  ])
})

function isState(state: string): boolean {
  if (state === 'shown' || state.startsWith('gap: ')) return true
  const [, ruling] = /^different by ruling (\d+)$/.exec(state) ?? []
  if (ruling !== undefined) return rulings.has(ruling)
  return /^planned: (?:workbench|workflows|collections|media|browser)$/.test(state)
}

/** The rows of a table, without its header. */
function cellsOf(section: string): readonly (readonly string[])[] {
  return section
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}

function demandOf([number = '', , state = '', , tests = '']: readonly string[]): Demand {
  const shown = tests.split('<br>').flatMap((one) => {
    const [, file, title] = /^`([^`]+)` › (.+)$/.exec(one) ?? []
    return file === undefined || title === undefined ? [] : [{ file, title }]
  })
  return { number: Number(number), state, shown }
}
