import { optionalArgument } from '../../command/argument.ts'
import { bodiesOf, defineCliCommand } from '../../command/cli-command.ts'
import { flag, text } from '../../command/option.ts'
import { agent, mode } from '../rule-options.ts'

export const chat = defineCliCommand({
  name: 'chat',
  summary: 'chat in this terminal, with the same cards and rules as in the browser',
  needs: 'server',
  arguments: { dir: optionalArgument('folder to work in (default: the current one)') },
  options: {
    thread: text('<id>', 'continue this chat; the beginning of its id will do'),
    mode,
    linear: flag('plain lines without drawing, for screen readers and pipes'),
    agent,
  },
  run: async ({ args, options, program }) =>
    (await import('./chat.ts')).chat(args.dir, options, await bodiesOf(program)),
})
