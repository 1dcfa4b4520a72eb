import { describe, expect, test } from 'vitest'
import { readCase } from './case.ts'
import { caseDecider } from './decide-case.ts'
import { PLACE } from './testing/atoms.ts'

test('P19.1 what is missing has the defaults of the corpus', () => {
  expect(readCase({ command: 'ls' })).toEqual({
    ok: true,
    value: {
      id: '',
      call: {
        tool: {
          name: 'terminal.exec',
          category: 'execute',
          destructive: false,
          editSafe: false,
          kind: 'shell',
        },
        specifier: { kind: 'shell', command: 'ls' },
        place: PLACE,
      },
      policy: { mode: 'default', layers: [{ layer: 'user', lists: {}, unreadable: [] }], builtins: false },
      alternatives: [],
    },
  })
})

test('P19.1 a case of every kind', () => {
  const rename = readCase({
    id: 1,
    tool: 'files.rename',
    specifier: 'a',
    specifier2: 'b',
    resolved: '/a',
    mode: 'auto',
  })
  expect(rename.ok && rename.value.call.specifier).toEqual({
    kind: 'path',
    paths: [{ asked: 'a', resolved: '/a' }, { asked: 'b' }],
  })
  const fetch = readCase({
    tool: 'web.fetch',
    specifier: 'https://a.b',
    resolvedAddress: '1.2.3.4',
    shipped: true,
  })
  expect(fetch.ok && fetch.value.call.specifier).toEqual({
    kind: 'url',
    url: 'https://a.b',
    resolvedAddress: '1.2.3.4',
  })
  expect(fetch.ok && fetch.value.policy.builtins).toBeUndefined()
  const alias = readCase({ tool: 'bash', command: 'ls' })
  expect(alias.ok && alias.value.call.tool.name).toBe('terminal.exec')
  const layers = readCase({
    command: 'ls',
    layers: { managed: { deny: ['x'] }, project: { allow: ['y'] } },
    trusted: true,
  })
  expect(layers.ok && layers.value.policy.layers).toEqual([
    { layer: 'project', lists: { allow: ['y'] }, unreadable: [], trusted: true },
    { layer: 'managed', lists: { deny: ['x'] }, unreadable: [], trusted: true },
  ])
})

test('P19.1 what a built-in tool is, is ours to say: words of a case under the same names are its own', () => {
  const labelled = { kind: 'typescript', category: 'read', destructive: 'no', editSafe: true }
  const read = readCase({ tool: 'terminal.exec', command: 'ls', ...labelled })
  expect(read).toEqual(readCase({ tool: 'terminal.exec', command: 'ls' }))
  expect(read.ok).toBe(true)
})

test('P5.6 a list that is no list of texts cannot be loaded', () => {
  const read = readCase({ command: 'ls', rules: { deny: 'terminal.exec', ask: [1], allow: null } })
  expect(read.ok && read.value.policy.layers).toEqual([
    { layer: 'user', lists: {}, unreadable: ['deny', 'ask'] },
  ])
})

describe('P19.2 bad lines are answered in their place', () => {
  const decider = caseDecider()
  test.each([
    ['', null],
    ['{', null],
    ['[]', null],
    ['null', null],
    ['{"id":"a"}', 'a'],
    ['{"id":"a","command":7}', 'a'],
    ['{"id":"a","tool":"","command":"ls"}', 'a'],
    ['{"id":"a","command":"ls","mode":1}', 'a'],
    ['{"id":"a","command":"ls","rules":[]}', 'a'],
    ['{"id":"a","command":"ls","layers":{"nobody":{}}}', 'a'],
    ['{"id":"a","command":"ls","layers":[]}', 'a'],
    ['{"id":"a","command":"ls","layers":{"user":1}}', 'a'],
    ['{"id":"a","command":"ls","layers":{"__proto__":{}, "user": 1}}', 'a'],
    ['{"id":"a","command":"ls","workspace":"relative"}', 'a'],
    ['{"id":"a","command":"ls","rules":{"denny":["terminal.exec"]}}', 'a'],
    ['{"id":"a","command":"ls","rules":{"__proto__":{"deny":["terminal.exec"]}}}', 'a'],
    ['{"id":"a","command":"ls","layers":{"user":{"Deny":["terminal.exec"]}}}', 'a'],
    ['{"id":"a","command":"ls","specifier":"rm x"}', 'a'],
    ['{"id":"a","command":"ls","shipped":"true"}', 'a'],
    ['{"id":"a","command":"ls","layers":{},"trusted":1}', 'a'],
    ['{"id":"a","tool":"x","destructive":"yes"}', 'a'],
    ['{"id":"a","tool":"x","asks":"never"}', 'a'],
    ['{"id":"a","tool":"x","category":"writes"}', 'a'],
    ['{"id":"a","tool":"x","kind":["path"]}', 'a'],
    ['{"id":"a","tool":"files.read","specifier":"x","resolved":["/etc/passwd"]}', 'a'],
    ['{"id":"a","tool":"files.rename","specifier":"x","specifier2":7}', 'a'],
    ['{"id":"a","tool":"web.fetch","specifier":"https://a.b","resolvedAddress":{}}', 'a'],
  ])('%j', (line, id) => {
    const answer = decider.line(line)
    expect(answer).toMatchObject({ id })
    expect(answer).toHaveProperty('error')
  })

  test.each([
    [
      '{"id":"a","command":"ls","rules":{"denny":[]}}',
      '`rules` has a list `denny`: they are allow, ask and deny',
    ],
    ['{"id":"a","tool":"x","kind":"paths"}', '`kind` is shell, path, url or text'],
    [
      '{"id":"a","tool":"files.read"}',
      '`specifier` (or `command`) is missing: the command, path or address to decide',
    ],
  ])('%s says what to do', (line, error) => {
    expect(decider.line(line)).toEqual({ id: 'a', error })
  })

  test('what is no JSON says where', () => {
    expect(JSON.stringify(decider.line('{"id":"a",}'))).toMatch(/no JSON: .*position 10/)
  })

  test('fields that no case has, and nulls, change nothing', () => {
    const line = '{"id":"a","command":"ls","note":1,"resolved":null,"shipped":null,"rules":{"deny":null}}'
    expect(decider.line(line)).toMatchObject({ id: 'a', decision: 'run' })
  })

  test('a rename without its other end asks', () => {
    const line =
      '{"id":"a","tool":"files.rename","specifier":"x","mode":"auto","rules":{"allow":["files.rename"]}}'
    expect(decider.line(line)).toMatchObject({ id: 'a', decision: 'ask' })
  })

  test('and the next goes on', () => {
    expect(decider.line('{"id":"b","tool":"todo_write"}')).toEqual({
      id: 'b',
      decision: 'run',
      reasons: ['runs: default mode, a read'],
    })
  })
})
