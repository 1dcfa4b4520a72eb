import { expect, test } from 'vitest'
import { isPlainFolder } from './plain-folder.ts'

const PLACE = {
  workspace: '/home/dev/project',
  cwd: '/home/dev/project',
  home: '/home/dev',
  own: ['/data/gate'],
}

test.each([
  ['/home/dev/project/packages/a', true],
  ['/home/dev/other', true],
  ['/build', true],
  ['/tmp/x-1', true],
  ['/home/someone/x', true],
  ['/', false],
  ['/home', false],
  ['/home/dev', false],
  ['/home/someone', false],
  ['/home/dev/project', false],
  ['/home/dev/project/.git/hooks', false],
  ['/home/dev/project/.git/hooks/x', false],
  ['/home/dev/Library', false],
  ['/etc', false],
  ['/etc/cron', false],
  ['/var/spool', false],
  ['/data', false],
  ['/data/gate/x', false],
])('%s: %s', (folder, plain) => {
  expect(isPlainFolder(folder, PLACE)).toBe(plain)
})

test('a workspace in a tree of the system has plain folders too', () => {
  expect(isPlainFolder('/usr/src/app/lib', { workspace: '/usr/src/app', cwd: '/', home: '/root' })).toBe(true)
})
