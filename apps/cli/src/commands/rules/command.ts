import { argument, optionalArgument } from '../../command/argument.ts'
import { defineCliCommand, defineCliGroup } from '../../command/cli-command.ts'
import { flag, withStandard } from '../../command/option.ts'
import { json } from '../json-option.ts'
import { mode, ruleOptions } from '../rule-options.ts'

const list = defineCliCommand({
  name: 'list',
  summary: 'list your saved rules',
  needs: 'server',
  options: { json },
  run: async ({ options }) => (await import('./rules.ts')).listRules(options),
})

const add = defineCliCommand({
  name: 'add',
  summary: 'save a rule',
  needs: 'server',
  arguments: { list: argument('allow, ask or deny'), rule: argument('`tool` or `tool(pattern)`') },
  options: { json },
  run: async ({ args, options }) => (await import('./rules.ts')).addRule(args.list, args.rule, options),
})

const remove = defineCliCommand({
  name: 'remove',
  summary: 'remove a rule by id or text',
  needs: 'server',
  arguments: { rule: argument() },
  options: { json },
  run: async ({ args, options }) => (await import('./rules.ts')).removeRule(args.rule, options),
})

const test = defineCliCommand({
  name: 'test',
  summary: 'check the `expect` lines of a rules file; exits with 1 if one fails',
  needs: 'policy',
  arguments: { file: optionalArgument('rules file (default: .countersign/rules)') },
  options: { json },
  run: async ({ args, options }) => (await import('./rules-file.ts')).testRules(args.file, options),
})

const importRules = defineCliCommand({
  name: 'import',
  summary:
    'translate another product’s rules; marks each as exact, narrower or not expressible, never broader',
  needs: 'server',
  arguments: {
    product: argument('claude-code, codex, gemini or opencode'),
    file: argument('its settings or rules file; for gemini, settings.json or policies/*.toml'),
  },
  options: { add: flag('save the rules'), json },
  run: async ({ args, options }) =>
    (await import('./rules-import.ts')).importRules(args.product, args.file, options),
})

const lint = defineCliCommand({
  name: 'lint',
  summary: 'find rules that do not do what they seem to; exits with 1 if one is dangerous or unreadable',
  needs: 'server',
  arguments: { file: optionalArgument('rules file (default: your saved rules)') },
  options: { json },
  run: async ({ args, options }) =>
    args.file === undefined
      ? (await import('./rules.ts')).lintRules(options)
      : (await import('./rules-file.ts')).lintRulesFile(args.file, options),
})

const backtest = defineCliCommand({
  name: 'backtest',
  summary: 'replay the calls of the last 30 days against your rules, plus any you add here',
  needs: 'server',
  options: { mode: withStandard(mode, 'Ask'), ...ruleOptions, json },
  run: async ({ options }) => (await import('./rules.ts')).backtestRules(options),
})

export const rules = defineCliGroup({
  name: 'rules',
  summary: 'save, remove, test and replay rules',
  commands: [list, add, remove, test, importRules, lint, backtest],
})
