import { defineCliCommand } from '../../command/cli-command.ts'
import { flag, list, number, oneOf, text, withStandard } from '../../command/option.ts'
import { agent, allow, mode } from '../rule-options.ts'

export const run = defineCliCommand({
  name: 'run',
  summary:
    'run one turn without a screen, for scripts; exits with 0 done, 2 denied, 3 over budget, 4 provider error, 5 stopped',
  needs: 'server',
  options: {
    prompt: text('<text>', 'what to do; standard input is appended', 'p'),
    mode,
    allow,
    model: text('<id>', 'the model, as `service/model`'),
    maxCost: number('<dollars>', 'most that the turn may cost; counts known prices only'),
    grant: list('<capability>', 'grant a capability, such as `secrets`'),
    withhold: list('<capability>', 'withhold a capability, such as `network`, and its tools'),
    output: withStandard(oneOf(['text', 'json', 'stream-json'], '<form>', 'output format'), 'text'),
    wait: flag('wait for answers from the page instead of denying what asks'),
    dir: text('<folder>', 'folder to work in (default: the current one)'),
    agent,
  },
  run: async ({ options }) => (await import('./run.ts')).run(options),
})
