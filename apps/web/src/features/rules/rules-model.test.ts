import { RuleId, ThreadId } from '@countersign/protocol'
import { decide, compilePolicy, readCallText } from '@countersign/policy'
import { expect, test } from 'vitest'
import type { KeptRule, RuleFile } from '../../data/api-rules.ts'
import type { AllRules } from './rules-model.ts'
import { ruleRows, ruleUses, sourceFor, useKey, withoutRule } from './rules-model.ts'

const chat = ThreadId.parse('thr_1')
const place = { workspace: '/site', cwd: '/site', home: '/home/ana' }

function kept(id: string, list: KeptRule['list'], text: string, threadId: ThreadId | null = null): KeptRule {
  const layer = threadId === null ? 'user' : 'thread'
  return { id: RuleId.parse(`rule_${id}`), list, text, layer, threadId, createdFrom: null, createdAt: 0 }
}

function project(change: Partial<RuleFile>): RuleFile {
  return {
    layer: 'project',
    path: '/site/.countersign/rules',
    hash: null,
    trusted: false,
    unreadable: false,
    mode: null,
    lists: { deny: [], ask: [], allow: [] },
    errors: [],
    expectations: [],
    ...change,
  }
}

function all(rules: readonly KeptRule[], file: RuleFile = project({})): AllRules {
  return { kept: rules, files: { workspace: '/site', home: '/home/ana', own: [], files: [file] } }
}

function verdict(rules: AllRules, call: string, thread: ThreadId | null = null): string {
  return decide(readCallText(call, place), compilePolicy(sourceFor(rules, { mode: 'default', thread })))
    .verdict
}

test('a rule of a chat holds in it alone', () => {
  const rules = all([kept('a', 'allow', 'terminal.exec(npm test)', chat)])
  expect(verdict(rules, 'npm test')).toBe('ask')
  expect(verdict(rules, 'npm test', chat)).toBe('run')
})

test.each([
  [project({ lists: { deny: [], ask: [], allow: ['terminal.exec(npm test)'] } }), 'ask'],
  [project({ lists: { deny: [], ask: [], allow: ['terminal.exec(npm test)'] }, trusted: true }), 'run'],
  [project({ lists: { deny: ['terminal.exec(npm *)'], ask: [], allow: [] } }), 'block'],
  [project({ unreadable: true }), 'ask'],
])('P6 a file that is not trusted can tighten and not loosen: %#', (file, wanted) => {
  expect(verdict(all([], file), 'npm test')).toBe(wanted)
})

test('rows stand in the order in which they are asked, with what is wrong with them', () => {
  const rows = ruleRows(
    all([kept('a', 'allow', 'terminal.exec(git push)'), kept('b', 'deny', 'terminal.exec(git push)')]),
  )
  expect(rows.map(({ list, findings }) => [list, findings.length])).toEqual([
    ['deny', 0],
    ['allow', 1],
  ])
})

test('what a rule decided in the past is counted once for each call, with the last time', () => {
  const source = sourceFor(all([kept('a', 'allow', 'terminal.exec(npm *)')]), {
    mode: 'default',
    thread: null,
  })
  const past = ['npm test && npm run build', 'npm test', 'git push'].map((command, index) => ({
    id: String(index),
    call: readCallText(command, place),
    decided: 'ask' as const,
    at: index,
  }))
  expect(ruleUses(source, past)).toEqual(
    new Map([[useKey('user', 'allow', 'terminal.exec(npm *)'), { calls: 2, last: 1 }]]),
  )
})

test('without a rule', () => {
  const one = kept('a', 'allow', 'terminal.exec(npm test)')
  expect(verdict(all([one]), 'npm test')).toBe('run')
  expect(verdict(withoutRule(all([one]), one.id), 'npm test')).toBe('ask')
})
