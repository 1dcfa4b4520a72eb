import { existsSync } from 'node:fs'
import { optionalArgument } from '../../command/argument.ts'
import { defineCliCommand } from '../../command/cli-command.ts'
import { flag, number } from '../../command/option.ts'

/** The program itself: without a command name it starts the server. */
export const start = defineCliCommand({
  name: 'countersign',
  summary: 'Your agent proposes. You countersign.',
  needs: 'server',
  arguments: { dir: optionalArgument('folder to work in (default: the current one)') },
  options: {
    port: number('<n>', 'port on loopback (default: 4180); 0 picks a free one'),
    sample: flag('work in a sample folder until you choose one'),
    join: flag('start another server process on the same data folder'),
  },
  async run({ args: { dir }, options }) {
    if (dir !== undefined && !existsSync(dir)) {
      const { complain } = await import('../output.ts')
      return complain(
        `\`${dir}\` is neither a command nor a folder; \`countersign --help\` lists the commands`,
      )
    }
    const { start: startServer } = await import('./start.ts')
    const { sample, ...rest } = options
    return startServer({
      ...rest,
      ...(dir === undefined && sample === true ? {} : { workspace: dir ?? '.' }),
    })
  },
})
