import { compilePolicy, decide, decideByHand, type LayerSource } from '@countersign/policy'
import { expect, test } from 'vitest'
import { byHandPolicy } from './by-hand-policy.ts'
import { isWithheld, READ } from './reading.ts'

const place = { workspace: '/home/ada', cwd: '/home/ada', home: '/home/ada', own: ['/home/ada/gate'] }

function call(path: string) {
  return { tool: READ, specifier: { kind: 'path', paths: [{ asked: path, resolved: path }] }, place } as const
}

const UNREADABLE: LayerSource = { layer: 'managed', lists: {}, unreadable: ['deny', 'ask', 'allow'] }

test.each([
  ['a file that only the mode asks about', 'strict', '/home/ada/a.txt', false],
  ['a file outside the workspace', 'default', '/srv/a.txt', false],
  ['a file that a rule denies', 'default', '/home/ada/plans/a.md', true],
  ['a file that a rule asks about', 'default', '/home/ada/notes/a.md', true],
  ['a well-known secret', 'auto', '/home/ada/.env', true],
  ['a file of the gate itself', 'auto', '/home/ada/gate/token', true],
])('for the agent: %s', (_what, mode, path, withheld) => {
  const lists = { deny: ['files.read(plans/**)'], ask: ['files.read(notes/**)'], allow: [] }
  const policy = compilePolicy({ mode, layers: [{ layer: 'user', lists }] })
  expect(isWithheld(decide(call(path), policy))).toBe(withheld)
})

test('no file is shown to the agent while its rules cannot be read', () => {
  const policy = compilePolicy({ mode: 'auto', layers: [UNREADABLE] })
  expect(isWithheld(decide(call('/home/ada/a.txt'), policy))).toBe(true)
})

test.each([
  ['a file that no administrator forbids', {}, '/home/ada/.env', false],
  ['a file that an administrator forbids', { lists: { deny: ['files.read(//srv/**)'] } }, '/srv/a.txt', true],
  ['any file, while an administrator’s rules cannot be read', UNREADABLE, '/home/ada/a.txt', true],
  ['a file of the gate itself', {}, '/home/ada/gate/token', true],
])('by hand: %s', (_what, managed, path, withheld) => {
  const policy = byHandPolicy({ layer: 'managed', lists: {}, ...managed })
  expect(isWithheld(decideByHand(call(path), policy))).toBe(withheld)
})
