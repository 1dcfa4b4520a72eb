import { argument } from '../../command/argument.ts'
import { defineCliCommand } from '../../command/cli-command.ts'

export const open = defineCliCommand({
  name: 'open',
  summary: 'print a sign-in address for one more browser',
  needs: 'server',
  run: async () => (await import('./open.ts')).open(),
})

export const signIn = defineCliCommand({
  name: 'sign-in',
  summary: 'sign in this terminal with a code from the page',
  needs: 'server',
  arguments: { code: argument() },
  run: async ({ args }) => (await import('./open.ts')).signInTerminal(args.code),
})
