/** What a command needs to find the server of this machine, and to judge without one. Loads quickly. */
export { readConfig } from './config.ts'
export { defaultHome } from './data-folder.ts'
export { findRunning } from './running.ts'
export { findToken, loadToken } from './auth/token.ts'
export { readRuleFile } from './rules/rule-file.ts'
export { readRulesCopy } from './rules/rules-copy.ts'
export { subjectOf } from './tools/files/workspace-path.ts'
export { endOfTranscript, instructionsIn } from './outside/transcripts.ts'
