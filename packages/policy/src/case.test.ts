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
    ['{"id":"a","command":"ls","layers":{"__proto__":{}, "user": 1}}', 'a'],
    ['{"id":"a","command":"ls","workspace":"relative"}', 'a'],
  ])('%j', (line, id) => {
    const answer = decider.line(line)
    expect(answer).toMatchObject({ id })
    expect(answer).toHaveProperty('error')
  })

  test('and the next goes on', () => {
    expect(decider.line('{"id":"b","tool":"todo_write"}')).toEqual({
      id: 'b',
      decision: 'run',
      reasons: ['runs : default mode, a read'],
    })
  })
})
