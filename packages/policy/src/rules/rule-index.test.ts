import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCase, type Case } from '../case.ts'
import { decide } from '../decide.ts'
import { compilePolicy, type Policy } from '../policy.ts'
import { globMatches, parseGlob } from './glob.ts'
import { domainsOf, keyOfRule, namesOfPath } from './rule-key.ts'
import type { ListName } from './rule.ts'

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
  return { ...policy, index: { find, findAny: (query, test) => find({ ...query, keys: undefined }, test) } }
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
  ['terminal.exec(git push *)', { kind: 'words', key: 'git' }],
  ['terminal.exec(/usr/bin/git push)', { kind: 'words', key: 'git' }],
  ['terminal.exec(git*)', undefined],
  ['terminal.exec(*)', undefined],
  ['terminal.exec', undefined],
  ['files.read(/src/**)', { kind: 'names', key: 'src' }],
  ['files.read(/src/*.ts)', { kind: 'names', key: 'src' }],
  ['files.read(*.pem)', undefined],
  ['files.read(.env)', { kind: 'names', key: '.env' }],
  ['files.read(a\\[b)', undefined],
  ['files.read(caf\u00e9)', undefined],
  ['files.read(x.)', undefined],
  ['web.fetch(domain:Example.com)', { kind: 'hosts', key: 'example.com' }],
  ['web.fetch(https://*.example.com/**)', { kind: 'hosts', key: 'example.com' }],
  ['web.fetch(http://127.0.0.1/**)', undefined],
  ['web.fetch(*)', undefined],
  ['other(x)', undefined],
])('P5.9 the key of %s is %j', (text, key) => {
  const [tool = '', inside] = text.split(/\((.*)\)$/s)
  expect(keyOfRule({ text, tool, ...(inside === undefined ? {} : { pattern: inside }) })).toEqual(key)
})

test('P5.9 the words that keys are looked for in', () => {
  expect(namesOfPath('/a/b. /\u212a')).toEqual(['a', 'b. ', 'b', '\u212a', 'K'])
  expect(domainsOf('a.b.c')).toEqual(['a.b.c', 'b.c', 'c'])
  expect(domainsOf('127.0.0.1')).toEqual([])
})
