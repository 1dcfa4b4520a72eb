import { base } from './0001-base.ts'
import { openCalls } from './0002-open-calls.ts'
import { cost } from './0003-cost.ts'
import { undo } from './0004-undo.ts'
import { output } from './0005-output.ts'
import { sentMessages } from './0006-sent-messages.ts'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
}

/** All migrations, oldest first. Forward only: one that was released never changes, a change is a new one. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'base', sql: base },
  { version: 2, name: 'open calls', sql: openCalls },
  { version: 3, name: 'cost', sql: cost },
  { version: 4, name: 'undo', sql: undo },
  { version: 5, name: 'output', sql: output },
  { version: 6, name: 'sent messages', sql: sentMessages },
]
