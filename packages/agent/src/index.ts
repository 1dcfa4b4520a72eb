export type { Call, CallResult, ModelToolCall, Repeat, StoredCall, Target } from './call.ts'
export type { AnswerWait, CallStore, Clock, Ids, Journal, Lease, PolicySource, TurnEvents } from './ports.ts'
export type { ChatProvider, ModelPart, ModelRequest, PromptMessage, PromptTool, Usage } from './provider.ts'
export { defineTool } from './toolbelt/tool.ts'
export type {
  Capability,
  Inspection,
  Repeat,
  RunContext,
  Tool,
  ToolDeclaration,
  ToolOutcome,
} from './toolbelt/tool.ts'
export { Toolbelt, parseCall } from './toolbelt/toolbelt.ts'
export { pass, perform } from './gate/gate.ts'
export type { GateParts, Passage, Passenger } from './gate/gate.ts'
export { endedText, refusalText } from './gate/words.ts'
export { canonicalJson, hashCall, sha256 } from './gate/hash.ts'
export type { CountersignedCall } from './gate/countersign.ts'
export { runTurn } from './loop/run-turn.ts'
export type { TurnInput, TurnOutcome, TurnParts } from './loop/run-turn.ts'
export type { JournalEntry, JournalledCall } from './loop/journal.ts'
