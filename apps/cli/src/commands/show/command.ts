import { argument } from '../../command/argument.ts'
import { bodiesOf, defineCliCommand } from '../../command/cli-command.ts'
import { json } from '../json-option.ts'

export const show = defineCliCommand({
  name: 'show',
  summary: 'print a call or message in full, where the chat shows only its beginning',
  needs: 'server',
  arguments: { id: argument('`call_…` or `msg_…`') },
  options: { json },
  run: async ({ args, options, program }) =>
    (await import('./show.ts')).show(args.id, options, await bodiesOf(program)),
})
