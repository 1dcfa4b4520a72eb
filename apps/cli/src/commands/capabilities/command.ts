import { defineCliCommand } from '../../command/cli-command.ts'
import { list, text } from '../../command/option.ts'
import { json } from '../json-option.ts'

export const capabilities = defineCliCommand({
  name: 'capabilities',
  summary: 'show or change a chat’s capabilities; tools that need more are hidden from it',
  needs: 'server',
  options: {
    thread: text('<id>', 'the chat; the beginning of its id will do (default: the last one used)'),
    grant: list('<capability>', 'grant a capability'),
    withhold: list('<capability>', 'withhold a capability'),
    reset: list('<capability>', 'return a capability to its default'),
    json,
  },
  run: async ({ options }) => (await import('./capabilities.ts')).threadCapabilities(options),
})
