/**
 * Everything that a command needs to find the local server, or to judge without one. It loads quickly: nothing here imports the loop or
 * zod.
 */
export { defaultHome } from './data-folder.ts'
export { findRunning } from './running.ts'
export { findToken, loadToken } from './auth/token.ts'
export { readRuleFile } from './rules/rule-file.ts'
export { readRulesCopy } from './features/outside/rules-copy.ts'
export { subjectOf } from './workspace/workspace-path.ts'
export { readModeCopy } from './features/outside/mode-copy.ts'
