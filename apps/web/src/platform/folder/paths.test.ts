import { expect, test } from 'vitest'
import { folderName, recentFolders, shortPath } from './paths.ts'

test.each([
  ['/home/ada/code/site', '~/code/site'],
  ['/home/ada', '~'],
  ['/home/adam/x', '/home/adam/x'],
  ['/srv/www', '/srv/www'],
])('%s is written %s', (path, short) => {
  expect(shortPath(path, '/home/ada')).toBe(short)
})

test.each([
  ['/home/ada/code/site', 'site'],
  ['/home/ada/code/site/', 'site'],
  ['~/code', 'code'],
  ['/', '/'],
])('the project in %s is called %s', (path, name) => {
  expect(folderName(path)).toBe(name)
})

test('recent folders: each once, the last used first', () => {
  const used = (workspace: string, updated_at: number) => ({ workspace, updated_at })
  expect(recentFolders([used('/a', 1), used('/b', 5), used('/a', 9), used('/c', 3)])).toEqual([
    '/a',
    '/b',
    '/c',
  ])
})
