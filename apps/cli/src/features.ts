import type { CliCommand } from './command/cli-command.ts'
import { approvals } from './commands/approvals/command.ts'
import { audit } from './commands/audit/command.ts'
import { backup, restore } from './commands/backup/command.ts'
import { capabilities } from './commands/capabilities/command.ts'
import { chat } from './commands/chat/command.ts'
import { collections } from './commands/collections/command.ts'
import { completions } from './commands/completions/command.ts'
import { decide } from './commands/decide/command.ts'
import { doctor } from './commands/doctor/command.ts'
import { explain } from './commands/explain/command.ts'
import { exportThread } from './commands/export/command.ts'
import { hook } from './commands/hook/command.ts'
import { mcp } from './commands/mcp/command.ts'
import { media } from './commands/media/command.ts'
import { open, signIn } from './commands/open/command.ts'
import { rules } from './commands/rules/command.ts'
import { run } from './commands/run/command.ts'
import { search } from './commands/search/command.ts'
import { show } from './commands/show/command.ts'
import { start } from './commands/start/command.ts'
import { threads, tools } from './commands/threads/command.ts'
import { undo } from './commands/undo/command.ts'
import { workflow } from './commands/workflow/command.ts'

/** Every command, in the order of help. */
export const COMMANDS: readonly CliCommand[] = [
  open,
  signIn,
  chat,
  explain,
  decide,
  rules,
  run,
  workflow,
  approvals,
  show,
  threads,
  exportThread,
  tools,
  capabilities,
  search,
  collections,
  media,
  audit,
  hook,
  mcp,
  undo,
  doctor,
  completions,
  backup,
  restore,
]

/** The program with these commands. */
export function programOf(commands: readonly CliCommand[]): CliCommand {
  return { ...start, commands }
}
