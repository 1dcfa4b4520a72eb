import { defineCliCommand } from '../../command/cli-command.ts'
import { number } from '../../command/option.ts'
import { json } from '../../commands/json-option.ts'

/** A whole command in a folder, as small as possible. `CONTRIBUTING.md` walks through it. */
export const notes = defineCliCommand({
  name: 'notes',
  summary: 'your notes, oldest first',
  needs: 'server',
  options: { last: number('<n>', 'only so many, the newest'), json },
  bodies: async () => [(await import('./note-lines.ts')).noteLines],
  run: async ({ options }) => (await import('./notes.ts')).listNotes(options),
})
