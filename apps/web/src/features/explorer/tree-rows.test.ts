import type { FolderEntry } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { rowAfterKey, treeRows } from './tree-rows.ts'

const entry = (name: string, kind: FolderEntry['kind'] = 'file'): FolderEntry => ({
  name,
  kind,
  bytes: 0,
  ignored: false,
  agent: 'asks',
})

const folders = new Map([
  ['.', [entry('README.md'), entry('src', 'folder'), entry('dist', 'folder')]],
  ['src', [entry('money.ts'), entry('deep', 'folder')]],
  ['src/deep', [entry('a.ts')]],
])

const paths = (open: readonly string[]) =>
  treeRows(folders, new Set(open)).map(({ path, level }) => `${level} ${path}`)

test('folders come first, and open ones show what is in them', () => {
  expect(paths([])).toEqual(['1 dist', '1 src', '1 README.md'])
  expect(paths(['src', 'src/deep'])).toEqual([
    '1 dist',
    '1 src',
    '2 src/deep',
    '3 src/deep/a.ts',
    '2 src/money.ts',
    '1 README.md',
  ])
  expect(treeRows(folders, new Set(['src']))[2]).toMatchObject({
    path: 'src/deep',
    position: 1,
    siblings: 2,
    open: false,
  })
})

const rows = treeRows(folders, new Set(['src']))

test.each([
  [0, 'ArrowDown', 1],
  [0, 'ArrowUp', 0],
  [4, 'ArrowDown', 4],
  [1, 'Home', 0],
  [0, 'End', 4],
  [2, 'ArrowLeft', 1],
  [1, 'ArrowLeft', undefined],
  [0, 'ArrowLeft', undefined],
  [1, 'ArrowRight', 2],
  [2, 'ArrowRight', undefined],
  [0, 'r', 4],
  [1, 'd', 2],
  [2, 'd', 0],
  [0, 'x', undefined],
  [0, 'Tab', undefined],
])('from line %i, %s leads to %s', (at, key, to) => {
  expect(rowAfterKey(rows, at, key)).toBe(to)
})
