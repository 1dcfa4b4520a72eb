import { expect, test } from 'vitest'
import type { DiskFacts } from '../model/call.ts'
import { decide } from '../decide.ts'
import { compilePolicy } from '../policy.ts'
import { PLACE, shellCall } from '../testing/atoms.ts'

function verdict(command: string, disk: DiskFacts, allow: readonly string[] = [], mode = 'auto') {
  const policy = compilePolicy({ mode, layers: [{ layer: 'user', lists: { allow } }], builtins: false })
  return decide({ ...shellCall(command), specifier: { kind: 'shell', command, disk } }, policy)
}

const DB = `${PLACE.workspace}/data/dev.db`
const unkept = [DB]

test.each([
  'rm data/dev.db',
  'rm -rf data',
  'rm -f data/*.db',
  'cp a data/dev.db',
  'echo > data/dev.db',
  'find . -name "*.db" -delete',
  // No word names it: it asks all the same.
  'mv a data/dev.db',
  'ls data/*.db | xargs rm',
  'cd data && rm *.db',
  'npm test',
])('P20.20 %s asks where the disk says that this is lost', (command) => {
  const { verdict: said, reason } = verdict(command, { unkept })
  expect(said).toBe('ask')
  expect(reason).toMatchObject({ because: 'irreversible', kind: 'unkept' })
  expect(verdict(command, { unkept }, ['terminal.exec']).verdict).toBe('ask')
  expect(verdict(command, { unkept }, [], 'plan').verdict).toBe('block')
  expect(verdict(command, {}).verdict).toBe('run')
})

test('P20.20 a rule that spells the removal lifts what it names, and nothing beside it', () => {
  const allow = ['terminal.exec(rm data/dev.db)', 'terminal.exec(ls *)', 'terminal.exec(xargs rm)']
  expect(verdict('rm data/dev.db', { unkept }, allow).verdict).toBe('run')
  const more = { unkept: [DB, `${PLACE.workspace}/other.db`] }
  expect(verdict('rm data/dev.db; ls *.db | xargs rm', more, allow).verdict).toBe('ask')
})

test('P20.21 without facts the workspace counts as kept, and what is outside as there', () => {
  expect(verdict('rm data/dev.db', {}).verdict).toBe('run')
  expect(verdict('echo x > /srv/notes', {}).verdict).toBe('ask')
  expect(verdict('echo x > /srv/notes', { absent: ['/srv/notes'] }).verdict).toBe('run')
  expect(verdict('rm /srv/notes', { absent: ['/srv/notes'] }).verdict).toBe('ask')
})
