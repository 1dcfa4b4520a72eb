/** The gate around tools of the AI SDK, or of any loop whose tools have an `execute`. */
export { CallRefused, createGate } from './gated-tools.ts'
export type { Gate, GatedTools, GateOptions, GateQuestion, GateReply } from './gated-tools.ts'
