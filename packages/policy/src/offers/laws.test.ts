/** @module-tag slow */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readCase, type Case } from '../case.ts'
import { decide } from '../decide.ts'
import { broadness } from '../lint/broad.ts'
import { compilePolicy, type PolicySource } from '../policy.ts'
import { parseRule } from '../rules/parse.ts'
import { offers } from './offers.ts'

function corpus(name: string): readonly Case[] {
  const text = readFileSync(new URL(`../../../../corpus/${name}.jsonl`, import.meta.url), 'utf8')
  return text.split('\n').flatMap((line) => {
    const read = line === '' ? undefined : readCase(JSON.parse(line))
    return read?.ok === true ? [read.value] : []
  })
}

/** The same policy with one more allow rule of the person. */
function allowing(source: PolicySource, rule: string): PolicySource {
  return { ...source, layers: [...source.layers, { layer: 'user', lists: { allow: [rule] } }] }
}

describe.each(['shell-gate', 'paths', 'own-paths', 'urls', 'own-urls'])(
  'the laws of offers on the corpus %s',
  (name) => {
    const cases = corpus(name).flatMap((row) => {
      const policies = [row.policy, { ...row.policy, mode: 'default' }, { mode: 'default', layers: [] }]
      return policies.map((source) => ({ row, source }))
    })
    const offering = cases.flatMap(({ row, source }) => {
      const policy = compilePolicy(source)
      const decision = decide(row.call, policy)
      return decision.verdict === 'ask' ? [{ row, source, decision, found: offers(row.call, policy) }] : []
    })

    test('there is something to look at', () => {
      expect(offering.filter(({ found }) => found.length > 0).length).toBeGreaterThan(20)
    })

    test('P13.1 at most five, each a rule once, each read back as itself', () => {
      for (const { found } of offering) {
        expect(found.length).toBeLessThanOrEqual(5)
        expect(new Set(found.map(({ rule }) => rule.text)).size).toBe(found.length)
        for (const { rule } of found) expect(parseRule(rule.text)).toEqual({ ok: true, value: rule })
      }
    })

    test('P13.2 nothing is offered for what no rule can open, and nothing dangerously broad', () => {
      for (const { decision, found } of offering) {
        expect(decision.locked !== undefined && found.length > 0).toBe(false)
        for (const { rule } of found) expect(broadness(rule)).toBeUndefined()
      }
    })

    test('P13.1 kept, an offer does what it says: the parts run, and the whole where it is enough', () => {
      for (const { row, source, decision, found } of offering) {
        for (const { rule, enough, parts, scope } of found) {
          const after = decide(row.call, compilePolicy(allowing(source, rule.text)))
          const open = (given: typeof decision): number =>
            asking(given).filter((part) => parts.includes(part.label)).length
          const about = { rule: rule.text, call: row.call.specifier }
          expect({ ...about, verdict: after.verdict }).toEqual({ ...about, verdict: enough ? 'run' : 'ask' })
          expect({ ...about, fewer: scope === 'exception' || open(after) < open(decision) }).toEqual({
            ...about,
            fewer: true,
          })
        }
      }
    })
  },
)

function asking({ parts }: ReturnType<typeof decide>): ReturnType<typeof decide>['parts'] {
  return parts.filter(({ verdict }) => verdict === 'ask')
}

test('P13.3 all offers of the corpus together open no breaker, in no mode', () => {
  const rows = corpus('shell-gate')
  const rules = new Set<string>()
  for (const row of rows) {
    const policy = compilePolicy({ mode: 'default', layers: [] })
    for (const { rule } of offers(row.call, policy)) rules.add(rule.text)
  }
  const lists = { allow: [...rules] }
  for (const mode of ['default', 'acceptEdits', 'auto']) {
    const policy = compilePolicy({ mode, layers: [{ layer: 'user', lists }] })
    const locked = rows
      .map((row) => decide(row.call, policy))
      .filter((decision) => decision.locked !== undefined)
    expect(locked.length).toBeGreaterThan(50)
    expect(locked.filter(({ verdict }) => verdict === 'run')).toEqual([])
  }
})
