import { base } from './0001-base.ts'
import { openCalls } from './0002-open-calls.ts'
import { cost } from './0003-cost.ts'
import { undo } from './0004-undo.ts'
import { output } from './0005-output.ts'
import { sentMessages } from './0006-sent-messages.ts'
import { callOwner } from './0007-call-owner.ts'
import { topics } from './0008-topics.ts'
import { asks } from './0009-asks.ts'
import { hands } from './0010-hands.ts'
import { turnContext } from './0011-turn-context.ts'
import { chatList } from './0012-chat-list.ts'
import { effort } from './0013-effort.ts'
import { answerParts } from './0014-answer-parts.ts'
import { branches } from './0015-branches.ts'
import { relay } from './0016-relay.ts'
import { wakeups } from './0017-wakeups.ts'
import { tellUnder } from './0018-tell-under.ts'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
}

/** All migrations, oldest first. Forward only: a released one never changes, a change is a new one. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'base', sql: base },
  { version: 2, name: 'open calls', sql: openCalls },
  { version: 3, name: 'cost', sql: cost },
  { version: 4, name: 'undo', sql: undo },
  { version: 5, name: 'output', sql: output },
  { version: 6, name: 'sent messages', sql: sentMessages },
  { version: 7, name: 'call owner', sql: callOwner },
  { version: 8, name: 'topics', sql: topics },
  { version: 9, name: 'asks', sql: asks },
  { version: 10, name: 'hands', sql: hands },
  { version: 11, name: 'turn context', sql: turnContext },
  { version: 12, name: 'chat list', sql: chatList },
  { version: 13, name: 'effort', sql: effort },
  { version: 14, name: 'answer parts', sql: answerParts },
  { version: 15, name: 'branches', sql: branches },
  { version: 16, name: 'relay', sql: relay },
  { version: 17, name: 'wakeups', sql: wakeups },
  { version: 18, name: 'tell under', sql: tellUnder },
]
