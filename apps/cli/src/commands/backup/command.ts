import { argument } from '../../command/argument.ts'
import { defineCliCommand } from '../../command/cli-command.ts'
import { json } from '../json-option.ts'

export const backup = defineCliCommand({
  name: 'backup',
  summary: 'write a consistent backup while the server keeps running',
  needs: 'server',
  arguments: { file: argument() },
  options: { json },
  run: async ({ args, options }) => (await import('./backup.ts')).backupTo(args.file, options),
})

export const restore = defineCliCommand({
  name: 'restore',
  summary: 'restore a backup into an empty data folder or database',
  needs: 'none',
  arguments: { file: argument() },
  options: { json },
  run: async ({ args, options }) => (await import('./restore.ts')).restoreFrom(args.file, options),
})
