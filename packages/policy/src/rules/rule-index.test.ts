/** @module-tag slow */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { readCallText } from '../call-text.ts'
import { readCase, type Case } from '../case.ts'
import { decide } from '../decide.ts'
import { compilePolicy, type Policy } from '../policy.ts'
import { PLACE } from '../testing/atoms.ts'
import { globMatches, parseGlob } from '../text/glob.ts'
import { readShell } from '../shell/read-shell.ts'
import { domainsOf } from '../urls/domains.ts'
import { namesOfPath } from '../paths/names.ts'
import { keyOfRule, wordsOfCommand } from './rule-key.ts'
import type { ListName } from '../model/rule.ts'

// Trying every rule on everything is slow on purpose.
vi.setConfig({ testTimeout: 120_000 })

const CORPUS = join(import.meta.dirname, '../../../../corpus')

function cases(name: string): readonly Case[] {
  const lines = readFileSync(join(CORPUS, name), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const read = line === '' ? undefined : readCase(JSON.parse(line))
    return read?.ok === true ? [read.value] : []
  })
}

/** The same policy with every rule of the tool tried on everything. */
function withoutIndex(policy: Policy): Policy {
  const { rules } = policy
  const isFor = (pattern: string, tool: string): boolean => globMatches(parseGlob(pattern), tool)
  const find: Policy['index']['find'] = ({ list, tools }, test) =>
    rules.find(
      (placed) => placed.list === list && tools.some((tool) => isFor(placed.rule.tool, tool)) && test(placed),
    )
  return {
    ...policy,
    index: {
      isEmpty: () => false,
      find,
      findAny: (query, test) => find({ ...query, keys: undefined }, test),
    },
  }
}

test.each(['shell-gate.jsonl', 'paths.jsonl', 'urls.jsonl'])(
  'P5.9 the index leaves no rule of %s out',
  (name) => {
    const all = cases(name)
    const texts = all.flatMap(({ policy }) =>
      policy.layers.flatMap(({ lists }) => Object.values(lists).flat()),
    )
    const rules = [...new Set(texts)].filter((text) => text.includes('(') && !text.endsWith('(*)'))
    const broken: string[] = []
    for (const list of ['deny', 'ask', 'allow'] satisfies readonly ListName[]) {
      const policy = compilePolicy({
        mode: 'auto',
        layers: [{ layer: 'user', lists: { [list]: rules } }],
        builtins: false,
      })
      const loaded = { ...policy, unloadable: [] }
      const slow = withoutIndex(loaded)
      for (const { id, call } of all) {
        if (decide(call, loaded).verdict !== decide(call, slow).verdict) broken.push(`${list} ${id}`)
      }
    }
    expect(broken).toEqual([])
  },
)

test.each([
  ['terminal.exec(git push *)', { kind: 'words', keys: ['git\u0000push'] }],
  ['terminal.exec(/usr/bin/git push)', { kind: 'words', keys: ['git\u0000push'] }],
  [
    'terminal.exec(npm run build *)',
    { kind: 'words', keys: ['npm\u0000run\u0000build', 'npm\u0000run\u0000\u0000'] },
  ],
  ['terminal.exec(npm run b*)', { kind: 'words', keys: ['npm\u0000run'] }],
  ['terminal.exec(git *)', { kind: 'words', keys: ['git'] }],
  ['terminal.exec(git pu*)', { kind: 'words', keys: ['git'] }],
  ['terminal.exec(git "pu*")', { kind: 'words', keys: ['git'] }],
  ['terminal.exec(make)', { kind: 'words', keys: ['make'] }],
  ['terminal.exec(git*)', undefined],
  ['terminal.exec(*)', undefined],
  ['terminal.exec', undefined],
  ['files.read(/src/**)', { kind: 'names', keys: ['src'] }],
  ['files.read(/src/*.ts)', { kind: 'names', keys: ['src'] }],
  ['files.read(/a/b/c*)', { kind: 'names', keys: ['b', 'a'] }],
  ['files.read(~/a/**/b)', { kind: 'names', keys: ['b', 'a'] }],
  ['files.read(*/b)', { kind: 'names', keys: ['b', '*'] }],
  ['files.read(caf\u00e9/b)', undefined],
  ['files.read(*.pem)', undefined],
  ['files.read(.env)', { kind: 'names', keys: ['.env'] }],
  ['files.read(a\\[b)', undefined],
  ['files.read(caf\u00e9)', undefined],
  ['files.read(x.)', undefined],
  ['web.fetch(domain:Example.com)', { kind: 'hosts', keys: ['example.com'] }],
  ['web.fetch(https://*.example.com/**)', { kind: 'hosts', keys: ['example.com'] }],
  ['web.fetch(http://127.0.0.1/**)', undefined],
  ['web.fetch(*)', undefined],
  ['other(x)', undefined],
])('P5.9 the key of %s is %j', (text, key) => {
  const [tool = '', inside] = text.split(/\((.*)\)$/s)
  expect(keyOfRule({ text, tool, ...(inside === undefined ? {} : { pattern: inside }) })).toEqual(key)
})

test.each([
  ['npm', ['npm']],
  ['/usr/bin/npm run', ['npm', 'npm\u0000run']],
  ['npm run build --all', ['npm', 'npm\u0000run', 'npm\u0000run\u0000build']],
  ['npm run $X', ['npm', 'npm\u0000run', 'npm\u0000run\u0000\u0000']],
  ['npm run build $X', ['npm', 'npm\u0000run', 'npm\u0000run\u0000\u0000']],
  ['npm $X build', undefined],
  ['$X run build', []],
])('P5.9 the keys of `%s` are %j', (command, keys) => {
  const part = readShell(command, PLACE).parts.find(({ kind }) => kind === 'command')
  expect(part?.kind === 'command' ? wordsOfCommand(part.argv) : 'none').toEqual(keys)
})

test('P5.9 the words that keys are looked for in', () => {
  const place = { workspace: '/w/x', cwd: '/w/x/y', home: '/h' }
  expect(namesOfPath('/a/b. /\u212a', { takesAlong: false, place })).toEqual(['a', 'b. ', 'b', '\u212a', 'K'])
  expect(namesOfPath('/w/x', { takesAlong: false, place })).toEqual(['w', 'x'])
  expect(namesOfPath('/w/x/z', { takesAlong: true, place })).toEqual(['w', 'x', 'z'])
  for (const path of ['/', '/w', '/w/x', '/w/x/y', '/h']) {
    expect(namesOfPath(path, { takesAlong: true, place })).toBeUndefined()
  }
  expect(domainsOf('a.b.c')).toEqual(['a.b.c', 'b.c', 'c'])
  expect(domainsOf('127.0.0.1')).toEqual([])
})

test('P5.9 the index leaves nothing out, whatever paths, commands and rules', () => {
  const name = fc.constantFrom('a', 'b', '.env', 'caf\u00e9', 'cafe\u0301', 'a.', 'A', 'x y')
  const path = fc
    .tuple(fc.constantFrom('', '/', '~/', './', '../'), fc.array(name, { maxLength: 4 }))
    .map(([start, names]) => start + names.join('/'))
  const segment = fc.constantFrom('a', 'b', '.env', '*', '**', 'a*', '[ab]', 'caf\u00e9', '\\a')
  const pattern = fc
    .tuple(
      fc.constantFrom('', '/', '//', '~/', './', '//home/dev/'),
      fc.array(segment, { minLength: 1, maxLength: 3 }),
    )
    .map(([start, segments]) => start + segments.join('/'))
  const tool = fc.constantFrom('files.read', 'files.write', 'files.delete', 'files.rename', 'files.create')
  const verb = fc.constantFrom(
    'cat',
    'rm -r',
    'rm',
    'touch',
    'cp -r x',
    'mv x',
    'echo >',
    'A=1 cat',
    'sudo cat',
    'cd a; cat',
  )
  const words = fc.constantFrom(
    'cat *',
    'cp -r x *',
    'cp -r x a',
    'cat a b',
    'A=1 cat a',
    'sudo cat a',
    'rm -r a*',
    'cat a',
    'A=1 cat *',
    'sudo *',
    'cat "a*"',
    'echo * > *',
    'touch *',
  )
  const rule = fc.oneof(
    fc.tuple(tool, pattern).map(([given, text]) => `${given}(${text})`),
    words.map((text) => `terminal.exec(${text})`),
  )
  const call = fc.oneof(
    fc.tuple(tool, path).map(([given, text]) => `${given}(${text})`),
    fc.tuple(verb, path).map(([given, text]) => `${given} '${text}'`),
    fc.tuple(verb, path).map(([given, text]) => `${given} ${text.replaceAll(' ', '*')}`),
  )
  const list = fc.constantFrom<ListName>('deny', 'ask', 'allow')
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), list, call, (rules, inList, text) => {
      const policy = compilePolicy({
        mode: 'auto',
        layers: [{ layer: 'user', lists: { [inList]: rules } }],
        builtins: false,
      })
      const asked = readCallText(text, PLACE)
      const loaded = { ...policy, unloadable: [] }
      expect(decide(asked, loaded).verdict).toBe(decide(asked, withoutIndex(loaded)).verdict)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['*', false],
  ['se*', false],
  ['@*', true],
  ['@se*', true],
  ['@secrets', true],
])('P17.3 P17.4 the rule `%s` names the built-in `@secrets`: %s', (rule, expected) => {
  const { index } = compilePolicy({ layers: [{ layer: 'user', lists: { allow: [rule] } }], builtins: false })
  expect(index.find({ list: 'allow', tools: ['@secrets'], keys: undefined }, () => true) !== undefined).toBe(
    expected,
  )
})
