import type { Attack } from './attack.ts'
import { AGENT_ANSWERS } from './points/agent-answers.ts'
import { BUDGETS_ASK } from './points/budgets.ts'
import { BRIDGES } from './points/bridges.ts'
import { STARTS } from './points/starts.ts'
import { LATER_FILES } from './points/later-files.ts'
import { LOST_WORDS } from './points/lost-words.ts'
import { PROVIDERS } from './points/providers.ts'
import { SECRETS } from './points/secrets.ts'
import { SESSIONS } from './points/sessions.ts'
import { TERMINAL_CODE } from './points/terminal-code.ts'
import { UNAVAILABLE } from './points/unavailable.ts'
import { WRITES } from './points/writes.ts'

const anywhere = (attacks: readonly Attack[]): readonly Attack[] =>
  attacks.map((attack) => ({ ...attack, anywhere: true }))

/** Every attack, by its point. */
export const ATTACKS: readonly Attack[] = [
  ...anywhere(SESSIONS),
  ...AGENT_ANSWERS,
  ...TERMINAL_CODE,
  ...LATER_FILES,
  ...SECRETS,
  ...anywhere(WRITES),
  ...anywhere(LOST_WORDS),
  ...anywhere(PROVIDERS),
  ...anywhere(BUDGETS_ASK),
  ...anywhere(UNAVAILABLE),
  ...anywhere(STARTS),
  ...BRIDGES,
].toSorted((a, b) => a.point - b.point)
