/** What agents that live elsewhere say before they use a tool, and how they are answered. */
export { HOOK_AGENTS, HOOK_FACTS } from './agents.ts'
export type { HookAgent, HookFacts } from './agents.ts'
export { readHookInput, writeHookAnswer } from './hook.ts'
export type { HookAnswer, HookCall, HookInput, HookPlace } from './hook.ts'
export type { TwiceAsked } from './codex.ts'
export { unknownCall } from './outside-call.ts'
export type { OutsideCall, OutsidePlace } from './outside-call.ts'
