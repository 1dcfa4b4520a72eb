/** @module-tag slow */
import { compilePolicy, decide, parseRule, readCallText, type ListName } from '@countersign/policy'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importClaudeCode } from './claude-code.ts'
import { importCodex } from './codex.ts'
import { importGeminiSettings } from './gemini.ts'
import type { Imported } from './imported.ts'
import { importOpencode } from './opencode.ts'

const claude = (list: ListName, rule: string): readonly Imported[] =>
  importClaudeCode(JSON.stringify({ permissions: { [list]: [rule] } }))

test.each<[ListName, string, Imported['how'], string[]]>([
  ['allow', 'Bash(npm test)', 'exact', ['terminal.exec(npm test)']],
  ['allow', 'Bash(npm run test:*)', 'narrower', ['terminal.exec(npm run test *)']],
  ['deny', 'Bash(git push:*)', 'exact', ['terminal.exec(git push *)']],
  ['deny', 'Bash(rm*)', 'exact', ['terminal.exec(rm*)']],
  ['allow', 'Bash', 'narrower', ['terminal.exec']],
  ['ask', 'Bash', 'exact', ['terminal.exec']],
  ['deny', 'Read(./.env)', 'exact', ['files.read(./.env)', 'files.list(./.env)', 'files.search(./.env)']],
  [
    'allow',
    'Edit(/src/**)',
    'exact',
    ['files.edit(/src/**)', 'files.write(/src/**)', 'files.create(/src/**)'],
  ],
  ['allow', 'WebFetch(domain:example.com)', 'narrower', ['web.fetch(https://example.com/**)']],
  ['deny', 'WebFetch(domain:example.com)', 'narrower', ['web.fetch(domain:example.com)']],
  ['allow', 'mcp__github__create_issue', 'exact', ['mcp__github__create_issue']],
  ['allow', 'mcp__github', 'exact', ['mcp__github__*']],
  ['allow', 'Skill(x)', 'not_expressible', []],
  ['deny', 'Read(../secret)', 'not_expressible', []],
])('Claude Code: %s %s is %s', (list, rule, how, rules) => {
  expect(claude(list, rule)).toMatchObject([{ from: rule, list, how, rules }])
})

test('Codex: prefixes with alternatives, and what is no prefix', () => {
  const text = `
# comment: prefix_rule(pattern=["no"])
prefix_rule(
    pattern = ["git", ["status", "log"]],
    decision = "allow",
    match = ["git status"],
)
prefix_rule(pattern=["rm", "-rf"], decision="forbidden")
prefix_rule(pattern=["gh"], decision="prompt")
network_rule(host="x")
`
  expect(importCodex(text)).toMatchObject([
    { list: 'allow', how: 'narrower', rules: ['terminal.exec(git status *)', 'terminal.exec(git log *)'] },
    { list: 'deny', how: 'exact', rules: ['terminal.exec(rm -rf *)'] },
    { list: 'ask', how: 'exact', rules: ['terminal.exec(gh *)'] },
    { how: 'not_expressible' },
  ])
})

test('Gemini: beginnings of commands', () => {
  const text = JSON.stringify({
    tools: {
      allowed: ['run_shell_command(git status)', 'read_file'],
      exclude: ['run_shell_command(rm)', 'web_fetch'],
      core: ['x'],
    },
  })
  expect(importGeminiSettings(text)).toMatchObject([
    { list: 'deny', how: 'exact', rules: ['terminal.exec(rm*)'] },
    { list: 'deny', how: 'exact', rules: ['web.fetch'] },
    { list: 'allow', how: 'narrower', rules: ['terminal.exec(git status *)'] },
    { list: 'allow', how: 'narrower', rules: ['files.read(/**)'] },
    { how: 'not_expressible' },
  ])
})

test('opencode: the last pattern counts there, so what has later exceptions is not made a rule', () => {
  const text = JSON.stringify({
    permission: {
      edit: 'ask',
      webfetch: 'deny',
      bash: { '*': 'deny', 'git *': 'allow', 'git push *': 'deny' },
    },
  })
  expect(importOpencode(text)).toMatchObject([
    { from: 'edit: ask', how: 'exact' },
    { from: 'webfetch: deny', how: 'exact', rules: ['web.fetch'] },
    { from: 'bash *: deny', how: 'not_expressible' },
    { from: 'bash git *: allow', how: 'narrower', rules: ['terminal.exec(git *)'] },
    { from: 'bash git push *: deny', how: 'exact', rules: ['terminal.exec(git push *)'] },
  ])
})

const PLACE = { workspace: '/home/ana/app', cwd: '/home/ana/app', home: '/home/ana' }

function verdict(list: ListName, rules: readonly string[], command: string): string {
  const policy = compilePolicy({
    mode: 'strict',
    layers: [{ layer: 'user', lists: { [list]: rules } }],
    builtins: false,
  })
  return decide(readCallText(command, PLACE), policy).verdict
}

/** What a rule of the other product covers, for a single command: written from its documents, not from our code. */
const covers = {
  claude(rule: string, command: string): boolean {
    const pattern = rule.endsWith(':*') ? `${rule.slice(0, -2)} *` : rule
    if (pattern.endsWith(' *') && command === pattern.slice(0, -2)) return true
    const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${parts.join('.*')}$`).test(command)
  },
  gemini: (rule: string, command: string): boolean => command.startsWith(rule),
}

/** What runs here was allowed there; what was denied there is blocked here. */
const neverMore = (covered: boolean, allowed: string, denied: string): boolean =>
  (covered || allowed !== 'run') && (!covered || denied === 'block')

const word = fc.constantFrom('git', 'gitk', 'push', 'status', 'npm', 'run', 'x', '-f', '--force', 'test')
const command = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const claudeRule = fc.tuple(command, fc.constantFrom('', ':*', ' *', '*')).map(([head, tail]) => head + tail)

test('nothing imported lets more through than it did there', () => {
  fc.assert(
    fc.property(claudeRule, command, (rule, text) => {
      const allow = claude('allow', `Bash(${rule})`).flatMap(({ rules }) => rules)
      const deny = claude('deny', `Bash(${rule})`).flatMap(({ rules }) => rules)
      return neverMore(covers.claude(rule, text), verdict('allow', allow, text), verdict('deny', deny, text))
    }),
    { numRuns: 2000 },
  )
  fc.assert(
    fc.property(command, command, (rule, text) => {
      const made = (list: 'allowed' | 'exclude') =>
        importGeminiSettings(JSON.stringify({ tools: { [list]: [`run_shell_command(${rule})`] } })).flatMap(
          ({ rules }) => rules,
        )
      const [allow, deny] = [verdict('allow', made('allowed'), text), verdict('deny', made('exclude'), text)]
      return neverMore(covers.gemini(rule, text), allow, deny)
    }),
    { numRuns: 2000 },
  )
})

test('every rule that is made can be read', () => {
  fc.assert(
    fc.property(fc.constantFrom('allow', 'ask', 'deny'), fc.string({ maxLength: 30 }), (list, text) => {
      const [made] = claude(list, `Bash(${text})`)
      for (const rule of made?.rules ?? []) parseRule(rule)
    }),
  )
})
