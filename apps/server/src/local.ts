/** What a command needs to find the server of this machine, and to judge without one. Loads quickly: nothing here needs the loop or zod. */
export { defaultHome } from './data-folder.ts'
export { findRunning } from './running.ts'
export { findToken, loadToken } from './auth/token.ts'
export { readRuleFile } from './rules/rule-file.ts'
export { readRulesCopy } from './features/outside/rules-copy.ts'
export { subjectOf } from './workspace/workspace-path.ts'
export { readModeCopy } from './features/outside/mode-copy.ts'
