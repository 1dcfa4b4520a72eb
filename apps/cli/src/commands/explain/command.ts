import { argument } from '../../command/argument.ts'
import { defineCliCommand } from '../../command/cli-command.ts'
import { flag, switchOff, text, withStandard } from '../../command/option.ts'
import { mode, ruleOptions } from '../rule-options.ts'

export const explain = defineCliCommand({
  name: 'explain',
  summary: 'explain what the policy decides about a call, and why',
  needs: 'policy',
  arguments: { call: argument('`tool(specifier)`, or a shell command') },
  options: {
    mode: withStandard(mode, 'Ask'),
    ...ruleOptions,
    workspace: text('<dir>', 'workspace folder (default: the current one)'),
    kept: switchOff('ignore your saved rules and those of the folder and the machine'),
    shipped: switchOff('ignore the shipped rules'),
    json: flag('print the decision as JSON'),
    exitCode: flag('exit with 0 if the call runs, 10 if it asks, 11 if it is blocked'),
  },
  run: async ({ args, options }) => (await import('./explain.ts')).explainCall(args.call, options),
})
