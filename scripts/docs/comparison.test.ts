import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/root.mjs'
import { hasTest } from './has-test.ts'

const page = readFileSync(join(root, 'docs/comparison.md'), 'utf8')

const sections = page
  .split(/^## /m)
  .slice(1)
  .map((section) => ({ name: section.slice(0, section.indexOf('\n')), rows: rowsOf(section) }))
const areas = sections.filter(({ rows }) => rows[0]?.[1] === 'Countersign')

/** Our tests by their mark, and the sources by their number. */
const tests = new Map(bodyOf('Our tests').map(([mark = '', shown = '']) => [mark, shown]))
const sources = new Map(bodyOf('Sources').map(([mark = '', ...cells]) => [mark, cells]))

test('there are areas, tests and sources', () => {
  expect(areas.length).toBeGreaterThan(10)
  expect(tests.size).toBeGreaterThan(100)
  expect(sources.size).toBeGreaterThan(50)
})

test('every test that is named exists', () => {
  expect([...tests.values()].filter((shown) => !isTest(shown))).toEqual([])
})

test('every source has a product, a place, a version and a date', () => {
  expect([...sources.values()].filter((cells) => !isSource(cells))).toEqual([])
})

test.each(areas)('$name: what is said of us has a test, what is said of others a source', ({ rows }) => {
  const claims = rows.slice(1)
  expect(claims.filter((cells) => cells.length !== rows[0]?.length)).toEqual([])
  expect(claims.filter(([, ours = '']) => !isOurClaim(ours))).toEqual([])
  expect(claims.flatMap(([, , ...others]) => others).filter((cell) => !isTheirClaim(cell))).toEqual([])
})

test('what was found in none has our test', () => {
  const rows = bodyOf('What we found in none of them')
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(([, , ours = '']) => !isOurClaim(ours))).toEqual([])
})

test('every mark leads somewhere, and every test and source is used', () => {
  const used = new Set(marksOf(page))
  const known = [...tests.keys(), ...sources.keys()]
  expect([...used].filter((mark) => !known.includes(mark))).toEqual([])
  expect(known.filter((mark) => !used.has(mark))).toEqual([])
})

test('a claim without a mark, a source without a date and a test that is gone are noticed', () => {
  expect(isOurClaim('yes')).toBe(false)
  expect(isOurClaim('yes [T1](#our-tests)')).toBe(true)
  expect(isOurClaim('being built')).toBe(true)
  expect(isOurClaim('no')).toBe(true)
  expect(isTheirClaim('not found')).toBe(false)
  expect(isTheirClaim('not looked at')).toBe(true)
  expect(isTheirClaim('yes [[1]](#sources)')).toBe(true)
  expect(isSource(['Zed', 'its documentation', '1.0', 'lately'])).toBe(false)
  expect(isTest('`scripts/docs/comparison.test.ts` › there are no areas')).toBe(false)
})

/** A cell that claims nothing needs no test. */
function isOurClaim(cell: string): boolean {
  return /^no\b|^being built$/.test(cell) || marksOf(cell).some((mark) => tests.has(mark))
}

function isTheirClaim(cell: string): boolean {
  return cell === 'not looked at' || cell === '–' || marksOf(cell).some((mark) => sources.has(mark))
}

function isTest(shown: string): boolean {
  const [, file, title] = /^`([^`]+)` › (.+)$/.exec(shown) ?? []
  return file !== undefined && title !== undefined && hasTest(file, title)
}

function isSource(cells: readonly string[]): boolean {
  const [product = '', place = '', version = '', date = ''] = cells
  return product !== '' && place !== '' && version !== '' && /^(?:read )?20\d\d(?:-\d\d-\d\d)?$/.test(date)
}

function marksOf(text: string): readonly string[] {
  return [...text.matchAll(/\[\[?(T?\d+)\]?\]\(#(?:our-tests|sources)\)/g)].map(([, mark = '']) => mark)
}

function bodyOf(name: string): readonly (readonly string[])[] {
  return sections.find((section) => section.name === name)?.rows.slice(1) ?? []
}

/** The rows of a section's table, header first. */
function rowsOf(section: string): readonly (readonly string[])[] {
  return section
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| ---'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}
