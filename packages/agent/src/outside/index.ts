/** What agents that live elsewhere say before they use a tool, and how they are answered. */
export { HOOK_AGENTS, readHookInput, writeHookAnswer } from './hook.ts'
export type { HookAgent, HookAnswer, HookCall, HookInput } from './hook.ts'
export { unknownCall } from './outside-call.ts'
export type { OutsideCall, OutsidePlace } from './outside-call.ts'
