import { argument } from '../../command/argument.ts'
import { defineCliCommand, defineCliGroup } from '../../command/cli-command.ts'
import { flag, text } from '../../command/option.ts'
import { json } from '../json-option.ts'

const filter = {
  thread: text('<id>', 'only this chat; the beginning of its id will do'),
  call: text('<id>', 'only this call'),
  json,
}

const list = defineCliCommand({
  name: 'list',
  summary: 'list the rows, oldest first',
  needs: 'server',
  options: filter,
  run: async ({ options }) => (await import('./audit.ts')).listAudit(options),
})

const show = defineCliCommand({
  name: 'show',
  summary: 'print every row of one call in full, as JSON',
  needs: 'server',
  arguments: { call: argument() },
  options: { json: flag('print JSON (always on)') },
  run: async ({ args }) => (await import('./audit.ts')).showAudit(args.call),
})

const exportRows = defineCliCommand({
  name: 'export',
  summary: 'print the rows as hashed, one JSON object per line',
  needs: 'server',
  options: filter,
  run: async ({ options }) => (await import('./audit.ts')).exportAudit(options),
})

const verify = defineCliCommand({
  name: 'verify',
  summary: 'prove that no row was changed, removed, inserted or moved; print the head',
  needs: 'server',
  options: { json },
  run: async ({ options }) => (await import('./audit.ts')).verifyAudit(options),
})

export const audit = defineCliGroup({
  name: 'audit',
  summary: 'read, export and verify the audit log',
  commands: [list, show, exportRows, verify],
})
