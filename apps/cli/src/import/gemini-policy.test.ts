import { compilePolicy, decide, parseRule, toolFacts, type ListName } from '@countersign/policy'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importGeminiPolicy } from './gemini-policy.ts'
import type { Imported } from './imported.ts'

const SHELL = 'toolName = "run_shell_command"'
const rule = (lines: string, decision = 'allow', priority = 100) =>
  `[[rule]]\n${lines}\ndecision = "${decision}"\npriority = ${priority}\n`

test.each<[string, string, Imported['how'], ListName, string[]]>([
  [`${SHELL}\ncommandPrefix = "git"`, 'allow', 'narrower', 'allow', ['terminal.exec(git *)']],
  [`${SHELL}\ncommandPrefix = "git push"`, 'deny', 'exact', 'deny', ['terminal.exec(git push *)']],
  [`${SHELL}\ncommandPrefix = "npm run"`, 'ask_user', 'exact', 'ask', ['terminal.exec(npm run *)']],
  [`${SHELL}\ncommandPrefix = "a*b"`, 'deny', 'exact', 'deny', ['terminal.exec(a\\*b *)']],
  [`${SHELL}\ncommandRegex = "git log"`, 'allow', 'narrower', 'allow', ['terminal.exec(git log *)']],
  [`${SHELL}\ncommandRegex = "git log.*"`, 'deny', 'exact', 'deny', ['terminal.exec(git log*)']],
  [`${SHELL}\ncommandRegex = "git (log|show)"`, 'allow', 'not_expressible', 'allow', []],
  [`${SHELL}\ncommandRegex = "^git"`, 'deny', 'not_expressible', 'deny', []],
  [SHELL, 'allow', 'narrower', 'allow', ['terminal.exec']],
  [SHELL, 'deny', 'exact', 'deny', ['terminal.exec']],
  [`${SHELL}\nargsPattern = "git"`, 'deny', 'not_expressible', 'deny', []],
  ['toolName = "write_file"\ncommandPrefix = "a"', 'deny', 'not_expressible', 'deny', []],
  ['toolName = "read_file"', 'allow', 'narrower', 'allow', ['files.read(/**)']],
  ['toolName = "replace"', 'deny', 'exact', 'deny', ['files.edit']],
  ['toolName = "*"', 'ask_user', 'exact', 'ask', ['*']],
  ['toolName = "*"', 'allow', 'narrower', 'allow', ['*']],
  [
    'mcpName = "github"\ntoolName = "create_issue"',
    'deny',
    'exact',
    'deny',
    ['mcp__github__create_issue', 'mcp_github_create_issue'],
  ],
  ['mcpName = "github"\ntoolName = "get_me"', 'allow', 'narrower', 'allow', ['mcp__github__get_me']],
  ['mcpName = "github"\ntoolName = "*"', 'allow', 'narrower', 'allow', ['mcp__github__*']],
  ['mcpName = "*"\ntoolName = "*"', 'deny', 'exact', 'deny', ['mcp__*', 'mcp_*']],
  ['mcpName = "*"\ntoolName = "get"', 'allow', 'not_expressible', 'allow', []],
  ['toolName = "mcp_github_get_me"', 'allow', 'exact', 'allow', ['mcp__github__get_me', 'mcp_github_get_me']],
  ['toolName = "mcp_github_*"', 'deny', 'exact', 'deny', ['mcp__github__*', 'mcp_github_*']],
  ['toolName = "activate_skill"', 'allow', 'not_expressible', 'allow', []],
  [`${SHELL}\nmodes = ["autoEdit"]`, 'allow', 'not_expressible', 'allow', []],
  ['toolName = "*"\nmodes = ["plan"]', 'deny', 'not_expressible', 'deny', []],
  [`${SHELL}\nmodes = ["yolo"]`, 'deny', 'narrower', 'deny', ['terminal.exec']],
  [`${SHELL}\nmodes = ["default", "autoEdit", "yolo"]`, 'allow', 'narrower', 'allow', ['terminal.exec']],
  [`${SHELL}\ninteractive = true`, 'allow', 'not_expressible', 'allow', []],
  [`${SHELL}\ninteractive = false`, 'deny', 'narrower', 'deny', ['terminal.exec']],
  [`${SHELL}\nsubagent = "helper"`, 'allow', 'not_expressible', 'allow', []],
  [
    'toolName = "read_file"\ntoolAnnotations = { readOnlyHint = true }',
    'allow',
    'not_expressible',
    'allow',
    [],
  ],
  [`${SHELL}\nsurprise = 1`, 'allow', 'not_expressible', 'deny', []],
])('%s, %s: %s', (lines, decision, how, list, rules) => {
  expect(importGeminiPolicy(rule(lines, decision))).toMatchObject([{ list, how, rules }])
})

test('lists of tools and prefixes are a rule for each', () => {
  const text = rule('toolName = ["read_file", "glob"]') + rule(`${SHELL}\ncommandPrefix = ["ls", "cat"]`)
  expect(importGeminiPolicy(text).flatMap(({ rules }) => rules)).toEqual([
    'files.read(/**)',
    'files.search(/**)',
    'terminal.exec(ls *)',
    'terminal.exec(cat *)',
  ])
})

test.each([
  ['higher', 200, 'not_expressible'],
  ['the same', 100, 'not_expressible'],
  ['lower', 50, 'narrower'],
])('an allow behind a refusal that cannot be said, of %s priority', (_which, priority, how) => {
  const text =
    rule(`${SHELL}\ncommandPrefix = "git"`) + rule(`${SHELL}\ncommandRegex = ".*--force"`, 'deny', priority)
  expect(importGeminiPolicy(text)[0]?.how).toBe(how)
})

test('an allow of another tool stays; one beside a check by a program does not', () => {
  const refusal = rule(`${SHELL}\ncommandRegex = ".*--force"`, 'deny', 500)
  expect(importGeminiPolicy(rule('toolName = "glob"') + refusal)[0]?.how).toBe('narrower')
  const checker =
    '[[safety_checker]]\ntoolName = "glob"\n[safety_checker.checker]\ntype = "external"\nname = "x"\n'
  expect(importGeminiPolicy(rule('toolName = "glob"') + checker).map(({ how }) => how)).toEqual([
    'not_expressible',
    'not_expressible',
  ])
})

test.each(['[[rule', 'rule = 1'])('%j is no file of rules', (text) => {
  expect(() => importGeminiPolicy(text)).toThrow(SyntaxError)
})

test('what is no rule makes none', () => {
  expect(importGeminiPolicy('[[rule]]\n')).toMatchObject([{ how: 'not_expressible', rules: [] }])
})

/** How Gemini CLI decides a command without redirections: the first rule that matches, by priority. */
interface There {
  readonly prefix: string
  readonly decision: 'allow' | 'deny' | 'ask_user'
  readonly priority: number
}
function decidedThere(rules: readonly There[], command: string): string {
  const first = rules
    .toSorted((a, b) => b.priority - a.priority)
    .find(({ prefix }) => command === prefix || command.startsWith(`${prefix} `))
  return first?.decision ?? 'ask_user'
}

test('nothing imported lets more through than it did there', () => {
  const word = fc.constantFrom('git', 'gitk', 'push', 'npm', 'run', 'x', '-f', '--force')
  const command = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
  const there = fc.record({
    prefix: command,
    decision: fc.constantFrom('allow', 'deny', 'ask_user'),
    priority: fc.integer({ min: 0, max: 5 }),
  })
  const place = { workspace: '/w', cwd: '/w', home: '/home/you' }
  fc.assert(
    fc.property(fc.array(there, { minLength: 1, maxLength: 4 }), command, (rules, text) => {
      const file = rules
        .map(({ prefix, decision, priority }) =>
          rule(`${SHELL}\ncommandPrefix = ${JSON.stringify(prefix)}`, decision, priority),
        )
        .join('\n')
      const made = importGeminiPolicy(file)
      const of = (list: ListName) => made.flatMap((one) => (one.list === list ? one.rules : []))
      for (const one of made.flatMap((imported) => imported.rules)) expect(parseRule(one).ok).toBe(true)
      const lists = { allow: of('allow'), ask: of('ask'), deny: of('deny') }
      const policy = compilePolicy({ mode: 'strict', layers: [{ layer: 'user', lists }], builtins: false })
      const specifier = { kind: 'shell', command: text } as const
      const { verdict } = decide({ tool: toolFacts('terminal.exec'), specifier, place }, policy)
      const before = decidedThere(rules, text)
      return (before === 'allow' || verdict !== 'run') && (before !== 'deny' || verdict === 'block')
    }),
    { numRuns: 1500 },
  )
})
