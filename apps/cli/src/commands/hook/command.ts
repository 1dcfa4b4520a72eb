import { defineCliCommand } from '../../command/cli-command.ts'
import { flag, oneOf, required, text, withStandard } from '../../command/option.ts'
import { json } from '../json-option.ts'

const agent = oneOf(['claude-code', 'codex', 'gemini', 'opencode', 'cursor'], '<name>', 'the agent')

const installOptions = {
  agent: required(agent),
  user: flag('for all projects, in your home folder'),
  project: flag('for this folder; by default, wherever the agent reads hooks'),
  yes: flag('do not ask for confirmation'),
}

const install = defineCliCommand({
  name: 'install',
  summary: 'add the hook to an agent’s settings',
  needs: 'none',
  options: installOptions,
  run: async ({ options }) => (await import('./hook-install.ts')).installHook({ ...options, remove: false }),
})

const uninstall = defineCliCommand({
  name: 'uninstall',
  summary: 'remove the hook from an agent’s settings',
  needs: 'none',
  options: installOptions,
  run: async ({ options }) => (await import('./hook-install.ts')).installHook({ ...options, remove: true }),
})

const status = defineCliCommand({
  name: 'status',
  summary: 'test the installed hooks; exits with 1 if one is broken',
  needs: 'none',
  options: { agent, json },
  run: async ({ options }) => (await import('./hook-status.ts')).hookStatus(options),
})

export const hook = defineCliCommand({
  name: 'hook',
  summary: 'answer a coding agent before it uses a tool: its call on stdin, the decision on stdout',
  needs: 'policy',
  options: {
    agent,
    timeout: withStandard(
      text('<seconds>', 'the agent’s own timeout; the call is denied 20 seconds before it'),
      '60',
    ),
    wait: text('<seconds>', 'how long a card waits before the agent asks instead, if it can'),
  },
  takesAnything: true,
  commands: [install, uninstall, status],
  async run() {
    // It parses its options itself: agents start it with a separate program, without this parser.
    const { refuse, runHook } = await import('../../hook/main.ts')
    await runHook(process.argv.slice(3)).catch((cause: unknown) =>
      refuse(cause instanceof Error ? cause.message : String(cause)),
    )
    return undefined
  },
})
