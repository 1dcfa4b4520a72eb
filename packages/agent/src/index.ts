export { AskedCall, readArguments } from './asked-call.ts'
export type { ReadArguments } from './asked-call.ts'
export type { Call, CallResult, JournalledCall, ModelToolCall, Repeat, StoredCall, Target } from './call.ts'
export type {
  AnswerWait,
  CallStore,
  CapabilitySource,
  Clock,
  Ids,
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
  Answered,
  Grounds,
  Repeatable,
  RunContext,
  Tool,
  ToolSketch,
  ToolDeclaration,
  ToolOutcome,
  Verified,
} from './toolbelt/tool.ts'
export type { Ahead, Inspection, Refusal } from './toolbelt/inspection.ts'
export { CAPABILITIES, capabilitiesOf } from './toolbelt/capabilities.ts'
export type { Capabilities, Capability, CapabilityChoice, ChatContext } from './toolbelt/capabilities.ts'
export { oneUseTool } from './outside/one-use-tool.ts'
export { Disclosure, groupOf, groupsOnRequest } from './toolbelt/disclosure.ts'
export type { ToolGroup } from './toolbelt/disclosure.ts'
export { Toolbelt, parseCall } from './toolbelt/toolbelt.ts'
export type { ReadBelt } from './toolbelt/toolbelt.ts'
export { pass } from './gate/gate.ts'
export type { GateParts, Passenger, Road } from './gate/parts.ts'
export { endedText, refusalText } from './gate/words.ts'
export { isAboutTheSame, shownChange, staleText } from './gate/stale-target.ts'
export { canonicalJson, hashCall, sha256 } from './gate/hash.ts'
export type { CountersignedCall } from './gate/countersign.ts'
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
export { DEFAULT_LIMITS } from './loop/limits.ts'
export type { Limits } from './loop/limits.ts'
export type { Exceeded } from './loop/budget.ts'
export { EXTEND_TURN, extensionCard } from './loop/extension.ts'
