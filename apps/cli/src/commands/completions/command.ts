import { argument } from '../../command/argument.ts'
import { defineCliCommand } from '../../command/cli-command.ts'

export const completions = defineCliCommand({
  name: 'completions',
  summary: 'print a completion script for your shell',
  needs: 'none',
  arguments: { shell: argument('bash, zsh or fish') },
  run: async ({ args, program }) => (await import('./completions.ts')).completions(program, args.shell),
})
