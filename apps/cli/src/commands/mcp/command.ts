import { restArguments } from '../../command/argument.ts'
import { defineCliCommand } from '../../command/cli-command.ts'
import { flag, list, text } from '../../command/option.ts'

export const mcp = defineCliCommand({
  name: 'mcp',
  summary: 'run an MCP gateway on stdio that decides every tool call of the server behind it',
  needs: 'server',
  arguments: { command: restArguments('after `--`: the command that starts the server') },
  options: {
    url: text('<address>', 'connect to a server over HTTP'),
    header: list('<header>', 'with `--url`: send a header, `Name: value`'),
    headerEnv: list(
      '<header>',
      'with `--url`: send a header whose value is in an environment variable, `Name=VARIABLE` or `Name=Bearer VARIABLE`',
    ),
    signIn: flag('with `--url`: sign in with a browser and remember it'),
    signOut: flag('with `--url`: forget the sign-in'),
    name: text('<name>', 'name the server in rules: `mcp__name__tool`'),
  },
  async run({ args, options }) {
    const { newSecret } = await import('../../clock.ts')
    const { gateway } = await import('./mcp.ts')
    return gateway(args.command, { ...options, session: newSecret(), newState: newSecret })
  },
})
