import type { ExportFormat } from '@countersign/protocol'
import { argument } from '../../command/argument.ts'
import { defineCliCommand } from '../../command/cli-command.ts'
import { oneOf } from '../../command/option.ts'

/** Spelled out, so that a start of the program does not load the protocol. */
const FORMATS: readonly ExportFormat[] = ['md', 'json', 'html']

export const exportThread = defineCliCommand({
  name: 'export',
  summary: 'print a chat as Markdown, JSON or a web page, masked as it is shown',
  needs: 'server',
  arguments: { thread: argument('`thr_…`, as `countersign threads` lists it') },
  options: { format: oneOf(FORMATS, '<format>', 'output format (default: md)') },
  run: async ({ args, options }) =>
    (await import('./export.ts')).exportThread(args.thread, options.format ?? 'md'),
})
