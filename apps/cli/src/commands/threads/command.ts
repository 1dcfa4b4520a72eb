import { defineCliCommand } from '../../command/cli-command.ts'
import { text } from '../../command/option.ts'
import { json } from '../json-option.ts'

export const threads = defineCliCommand({
  name: 'threads',
  summary: 'list your chats, most recent first',
  needs: 'server',
  options: { json },
  run: async ({ options }) => (await import('./threads.ts')).listThreads(options),
})

export const tools = defineCliCommand({
  name: 'tools',
  summary: 'list the tools that the model gets in a chat, by group and source, and which of them ask',
  needs: 'server',
  options: { thread: text('<id>', 'in this chat’s mode; the beginning of its id will do'), json },
  run: async ({ options }) => (await import('./threads.ts')).listTools(options),
})
