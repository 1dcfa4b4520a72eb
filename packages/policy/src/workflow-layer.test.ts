import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { PolicyCall } from './model/call.ts'
import { MODES } from './modes.ts'
import { compilePolicy } from './policy.ts'

const place = { workspace: '/w', cwd: '/w', home: '/home/p', own: [] }

/** Calls that only a person lets run. */
const LOCKED: readonly PolicyCall[] = [
  {
    tool: { name: 't', category: 'write', destructive: true, editSafe: false, kind: 'text' },
    specifier: { kind: 'text', text: 'x' },
    place,
  },
  {
    tool: { name: 't', category: 'read', destructive: false, asks: 'always', editSafe: false, kind: 'text' },
    specifier: { kind: 'text', text: 'x' },
    place,
  },
  {
    tool: { name: 'terminal.exec', category: 'execute', destructive: false, editSafe: false, kind: 'shell' },
    specifier: { kind: 'shell', command: 'rm -rf /' },
    place,
  },
]
const RULES = ['t', 't(*)', 't(x)', 'terminal.exec', 'terminal.exec(*)', 'terminal.exec(rm -rf /)', '*']

// SPEC P4.1, P6.5
test.each([...MODES.keys()])('in %s no grant of a workflow lets run what needs a person', (mode) => {
  for (const allow of [RULES, ...RULES.map((rule) => [rule])])
    for (const call of LOCKED) {
      const policy = compilePolicy({ mode, layers: [{ layer: 'workflow', lists: { allow } }] })
      expect([allow, call.tool.name, decide(call, policy).verdict]).not.toContain('run')
    }
})

test('a grant opens no secret and switches no built-in off', () => {
  const layers = [{ layer: 'workflow' as const, lists: { allow: ['@secrets', 'files.read(*)'] } }]
  const { builtins } = compilePolicy({ mode: 'default', layers })
  expect(builtins.has('@secrets')).toBe(true)
})

test('a deny or ask rule of any layer goes before a grant', () => {
  const call: PolicyCall = {
    tool: { name: 'files.write', category: 'write', destructive: false, editSafe: true, kind: 'path' },
    specifier: { kind: 'path', paths: [{ asked: 'a.md', resolved: '/w/a.md' }] },
    place,
  }
  const verdict = (lists: object) =>
    decide(
      call,
      compilePolicy({
        mode: 'default',
        layers: [
          { layer: 'workflow', lists: { allow: ['files.write(a.md)'] } },
          { layer: 'user', lists },
        ],
      }),
    ).verdict
  expect(verdict({})).toBe('run')
  expect(verdict({ ask: ['files.write(a.md)'] })).toBe('ask')
  expect(verdict({ deny: ['files.write(a.md)'] })).toBe('block')
})
