import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  checkExpectations,
  compilePolicy,
  layerOfRulesFile,
  parseRulesFile,
} from '../../packages/policy/src/index.ts'
import { root } from '../lib/root.mjs'

const place = { workspace: '/home/you/project', cwd: '/home/you/project', home: '/home/you' }
const text = readFileSync(join(root, 'docs/rules-cookbook.md'), 'utf8')
const recipes = text
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.split('\n')[0] ?? '',
    rules: [...section.matchAll(/^```rules\n(.*?)^```$/gms)].map(([, rules = '']) => rules),
  }))

test('there are recipes', () => expect(recipes.length).toBeGreaterThanOrEqual(15))

test.each(recipes)('$title', ({ rules }) => {
  expect(rules).toHaveLength(1)
  const file = parseRulesFile(rules[0] ?? '')
  expect(file.errors).toEqual([])
  // A recipe shows both the calls that it allows and those that it does not.
  expect(new Set(file.expectations.map(({ verdict }) => verdict)).size).toBeGreaterThan(1)
  const policy = compilePolicy({ layers: [layerOfRulesFile('user', file)] })
  const failures = checkExpectations(policy, file.expectations, place)
  expect(
    failures.map(({ expectation, decision }) => [expectation, decision.verdict, decision.reason]),
  ).toEqual([])
})
