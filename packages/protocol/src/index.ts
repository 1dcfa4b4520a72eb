export { ApprovalId, CallId, Instant, MessageId, RuleId, ThreadId, TurnId, UserId } from './ids.ts'
export { Capability, CapabilityChange, CapabilityView } from './capabilities.ts'
export { IMAGE_BYTES, IMAGE_SIDE, IMAGES_OF_MESSAGE, ImageId, ImageView } from './images.ts'
export { ErrorCode, WireError } from './errors.ts'
export {
  ApprovalState,
  ApprovalView,
  CallBody,
  CalledServer,
  DefinitionChange,
  CallResultView,
  CallState,
  CallView,
  DecisionView,
  ExecutionTree,
  FileNames,
  FoundFile,
  MemorySwitch,
  MemoryView,
  MessageView,
  OfferView,
  PartView,
  PermissionMode,
  ReasonView,
  Signature,
  ThoughtView,
  ThreadSnapshot,
  ThreadView,
  ToolView,
  TurnState,
  TurnUsage,
  TurnView,
  UndoView,
} from './views.ts'
export { HookReply, HookRequest, OutsideAnswer, OutsideEnd, OutsideRequest } from './outside.ts'
export { ServerMessage, ThreadEvent } from './events.ts'
export { ClientCommand, FEEDBACK_LIMIT, MESSAGE_LIMIT } from './commands.ts'
export {
  CapabilitiesView,
  CheckRequest,
  CheckResult,
  KeyView,
  ModelId,
  ModelList,
  ModelView,
  NewEndpoint,
  NewKey,
  Preferences,
  PreferencesChange,
  PriceView,
  ProviderId,
  ProviderView,
  NewSearchService,
  SearchChoice,
  SearchServiceId,
  SearchSettingsView,
} from './settings.ts'
export {
  McpName,
  McpServerInput,
  McpServerView,
  McpState,
  McpToolView,
  McpTransportInput,
  McpTrustInput,
} from './mcp.ts'
export { callSubject, type CallSubject } from './call-subject.ts'
export { codePointName, visiblePieces, type VisiblePiece } from './visible-text.ts'
export { CLIENT_TOOL_LIMIT, SerializedTool } from './manifest.ts'
