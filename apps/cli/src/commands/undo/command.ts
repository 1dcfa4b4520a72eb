import { argument } from '../../command/argument.ts'
import { defineCliCommand } from '../../command/cli-command.ts'
import { flag } from '../../command/option.ts'
import { json } from '../json-option.ts'

export const undo = defineCliCommand({
  name: 'undo',
  summary: 'restore the files that a call or a turn changed; later changes are left alone',
  needs: 'server',
  arguments: { id: argument('id of the call (`call_…`) or the turn (`trn_…`)') },
  options: {
    dryRun: flag('only list what would be restored'),
    skipConflicts: flag('restore the rest where some files conflict'),
    json,
  },
  run: async ({ args, options }) => (await import('./undo.ts')).undoChanges(args.id, options),
})
