export { ApprovalId, CallId, HandId, Instant, MessageId, RuleId, ThreadId, TurnId, UserId } from './ids.ts'
export { Capability, CapabilityChange, CapabilityView } from './capabilities.ts'
export {
  attachedImage,
  AttachmentView,
  IMAGE_BYTES,
  IMAGE_SIDE,
  imageAttachment,
  IMAGES_OF_MESSAGE,
  ImageId,
  ImageView,
} from './images.ts'
export { MEDIA_COUNT, MediaGeneration, Quality } from './media-generation.ts'
export {
  DrawingKind,
  imageBody,
  MEDIA_DAYS,
  MEDIA_OF_PERSON,
  MEDIA_TEXT,
  MediaId,
  MediaPrice,
  MediaView,
  PICTURE_BYTES,
  priceWords,
  saveBody,
  SOUND_BYTES,
  SOUND_SECONDS,
  speechBody,
} from './media.ts'
export {
  buildBody,
  CallBody,
  CalledServer,
  CoreBody,
  defineBody,
  DefinitionChange,
  FeatureBody,
  FoundFile,
  isFeatureBody,
  readBody,
  type BodyContract,
} from './bodies.ts'
export { ErrorCode, WireError } from './errors.ts'
export {
  AbandonedCall,
  ApprovalState,
  ApprovalView,
  ApprovedCall,
  AskedApproval,
  CallCategory,
  CallResultView,
  CallState,
  CallView,
  DecisionView,
  FailedCall,
  InterruptedCall,
  OfferView,
  PartView,
  PendingApproval,
  ProposedCall,
  ReasonView,
  RefusedCall,
  RunningCall,
  SettledApproval,
  ShortenedText,
  Signature,
  SucceededCall,
  UndoView,
  WaitingCall,
  type CallIn,
  type EndedCall,
} from './calls.ts'
export {
  ChatContext,
  ExecutionTree,
  FileNames,
  FolderLook,
  FoundThread,
  MemorySwitch,
  MemoryView,
  MessageView,
  Effort,
  PermissionMode,
  ThoughtView,
  ThreadSnapshot,
  ThreadView,
  ToolView,
  TurnState,
  TurnUsage,
  TurnView,
} from './views.ts'
export { HookReply, HookRequest, OutsideAnswer, OutsideEnd, OutsideRequest } from './outside.ts'
export { SessionView, SignedIn, SignInRequest, TerminalRequest } from './sessions.ts'
export { ServerMessage, ThreadEvent } from './events.ts'
export {
  defineCommand,
  defineRoute,
  type Answered,
  type CommandContract,
  type Parsed,
  type Reply,
  type Right,
  type RouteContract,
  type Sent,
} from './contract.ts'
export * from './features/features.ts'
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
export { unknownKey, type UnknownKey } from './unknown-keys.ts'
export { BudgetName, BudgetView, budgetWords } from './budgets.ts'
export { LimitChange, LimitList, LimitName, LimitView } from './limits.ts'
export { chatRule } from './chat-rule.ts'
export { callSubject, type CallSubject } from './call-subject.ts'
export { codePointName, visiblePieces, type VisiblePiece } from './visible-text.ts'
export { CLIENT_TOOL_LIMIT, readTool, SerializedTool, ToolEffect } from './manifest.ts'
export type { ClientTool } from './manifest.ts'
export {
  fetchNameOf,
  OWN_MODULES,
  PLUGIN_MAIN_LIMIT,
  PLUGIN_TOOL_LIMIT,
  PluginId,
  PluginPermissions,
  readPlugin,
  type PluginManifest,
} from './plugins.ts'
export {
  BRIDGE_MESSAGE_LIMIT,
  BRIDGE_RATE_LIMIT,
  BridgeMessage,
  PLUGIN_CALL_LIMIT,
  PluginPaneView,
  ViewPart,
  type BridgeEvent,
} from './plugin-bridge.ts'
export {
  answeredPartsText,
  changePart,
  ChangePart,
  HunkId,
  partLines,
  PARTS_LIMIT,
  SignedParts,
  signedPartsText,
  withNeededParts,
} from './change-parts.ts'
export { featureParts } from './feature-parts.ts'
export { backwards, carryHunks, hunkPlaces, hunksOf, withHunks, type Hunk } from './hunks.ts'
export { lineChanges, type LineChange } from './line-changes.ts'
export { buildCommand, type CommandFields } from './client/command.ts'
export { buildRequest, readReply, type BuiltRequest, type RequestParts } from './client/request.ts'
export { editText, type EditedText, type TextEdit } from './text-edits.ts'
export {
  EDIT_LIMIT,
  isWorkbenchName,
  TEXT_LIMIT,
  WORKBENCH_TOOLS,
  type WorkbenchParams,
  type WorkbenchTool,
} from './workbench-tools.ts'
