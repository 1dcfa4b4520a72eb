export { AskedCall, readArguments } from './call/asked-call.ts'
export type { ReadArguments } from './call/asked-call.ts'
export type {
  Call,
  CallResult,
  JournalledCall,
  ModelToolCall,
  NodePlace,
  Repeat,
  StoredCall,
  Target,
} from './call/call.ts'
export { attachmentsOf, readableResult } from './call/attachments.ts'
export { CALL_MOVES, callStateAfter, callStatesBefore, moveCall } from './call/call-machine.ts'
export type { CallFacts, CallMove, CallOwner } from './call/call-machine.ts'
export { approvalMoveOf, approvalStateAfter, approvalStateBefore } from './call/approval-machine.ts'
export type { ApprovalMove, SettlingApprovalMove } from './call/approval-machine.ts'
export { ownerOf } from './ports.ts'
export type {
  AnswerWait,
  CallLease,
  CallStore,
  CapabilitySource,
  Clock,
  GrantedNode,
  Ids,
  HandLease,
  HeldEntry,
  Journal,
  Lease,
  LevelPlace,
  PolicySource,
  TurnEvents,
} from './ports.ts'
export { MemoryStore } from './memory-store.ts'
export type { GivenAnswer } from './memory-store.ts'
export type {
  ChatProvider,
  KeptTranslation,
  ModelCapabilities,
  ModelPart,
  ModelRequest,
  PromptImage,
  PromptMessage,
  PromptTool,
  ReadParts,
  TakePart,
  Usage,
} from './provider.ts'
export { readParts, walkParts } from './provider-parts.ts'
export { defineTool } from './toolbelt/tool.ts'
export type {
  AgentTask,
  Answered,
  ChildBelt,
  ChildCall,
  ChildCalls,
  Grounds,
  NodeAgent,
  Progress,
  Repeatable,
  RunContext,
  Tool,
  ToolSketch,
  ToolDeclaration,
  ToolOutcome,
  Verified,
} from './toolbelt/tool.ts'
export type { Ahead, Asker, InspectedFacts, Inspection, Refusal } from './toolbelt/inspection.ts'
export { CAPABILITIES, capabilitiesOf } from './toolbelt/capabilities.ts'
export type {
  Capabilities,
  Capability,
  CapabilityChoice,
  CapabilitySpec,
  ThreadContext,
} from './toolbelt/capabilities.ts'
export { oneUseTool } from './outside/one-use-tool.ts'
export { Disclosure, groupOf, groupsOnRequest } from './toolbelt/disclosure.ts'
export type { ToolGroup } from './toolbelt/disclosure.ts'
export { isThere, Toolbelt, parseCall } from './toolbelt/toolbelt.ts'
export type { ReadBelt } from './toolbelt/toolbelt.ts'
export { narrowing, type Narrowed } from './call/narrow.ts'
export { pass } from './gate/gate.ts'
export { byHand } from './gate/by-hand.ts'
export type { HandAct, HandResult } from './gate/by-hand.ts'
export type { CallHooks, GateParts, GateRequest } from './gate/parts.ts'
export { endedText, refusalText } from './gate/words.ts'
export { isAboutTheSame, shownChange, staleText } from './gate/stale-target.ts'
export { hashCall } from './call/hash.ts'
export type { CountersignedCall } from './call/countersign.ts'
export { estimateTokens } from './loop/compaction.ts'
export { turnTools } from './loop/turn-tools.ts'
export { runTurn } from './loop/run-turn.ts'
export type { TurnOutcome } from './loop/run-turn.ts'
export type { TurnInput, TurnParts } from './loop/turn.ts'
export type {
  CompactionEntry,
  CutOff,
  ExtensionEntry,
  JournalEntry,
  Thought,
  ModelEntry,
} from './loop/journal.ts'
export { nodeCallId } from './workflow/call-id.ts'
export { runGraph } from './workflow/run-graph.ts'
export type { GraphOutcome, GraphParts, GraphPlanner, NodeNews } from './workflow/run-graph.ts'
export { DEFAULT_LIMITS } from './loop/limits.ts'
export type { Limits } from './loop/limits.ts'
export type { Exceeded } from './loop/budget.ts'
export { EXTEND_TURN, extensionCard } from './loop/extension.ts'
