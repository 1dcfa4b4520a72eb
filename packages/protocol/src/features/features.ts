import { z } from 'zod'
import type { CommandContract, RouteContract } from '../contract.ts'
import { approvalCommands, approvalRoutes } from './approvals.ts'
import { auditRoutes } from './audit.ts'
import { browserRoutes } from './browser.ts'
import { changeRoutes } from './changes.ts'
import { collectionRoutes } from './collections.ts'
import { fileRoutes } from './files.ts'
import { findRoutes } from './find-in-files.ts'
import { layoutRoutes } from './layouts.ts'
import { mcpRoutes } from './mcp.ts'
import { imageRoutes } from './images.ts'
import { mediaRoutes } from './media.ts'
import { memoryRoutes } from './memory.ts'
import { settingsRoutes } from './models.ts'
import { observabilityRoutes } from './observability.ts'
import { operationsRoutes } from './operations.ts'
import { outsideRoutes } from './outside.ts'
import { paneCommands } from './panes.ts'
import { pluginRoutes } from './plugins.ts'
import { promptRoutes } from './prompts.ts'
import { rulesRoutes } from './rules.ts'
import { searchRoutes } from './search.ts'
import { sessionRoutes } from './sessions.ts'
import { statusRoutes } from './status.ts'
import { terminalRoutes } from './terminal.ts'
import { threadCommands } from './thread-commands.ts'
import { threadRoutes } from './threads.ts'
import { topicCommands } from './topics.ts'
import { workflowRoutes } from './workflows/workflows.ts'
import { workspaceCommands, workspaceRoutes } from './workspace.ts'

// Imports for clients and the server: a new feature adds its line here, and its routes and commands to the lists below.
export { approvalCommands, approvalRoutes, CallPage, FEEDBACK_LIMIT, PastCall } from './approvals.ts'
export { auditRoutes, AuditRowView, VerificationView } from './audit.ts'
export {
  BROWSER_SOCKET,
  type BrowserAction,
  BrowserAsked,
  browserBody,
  handOverBody,
  browserRoutes,
  BrowserSaid,
  BrowserView,
  LoginView,
  TraceEntry,
} from './browser.ts'
export {
  ChangeAuthor,
  ChangeCall,
  ChangedHunk,
  ChangedPath,
  changeRoutes,
  ChangesView,
  CommitFile,
  CommitLook,
  HunkOutcome,
  HunkState,
  ThenFile,
} from './changes.ts'
export {
  CitationView,
  COLLECTION_NAME,
  CollectionChanged,
  CollectionId,
  CollectionName,
  collectionRoutes,
  CollectionView,
  DOCUMENT_BYTES,
  DocumentId,
  DocumentState,
  DocumentView,
  EmbeddingPriceView,
  EmbeddingView,
  FOLDER_PREVIEW,
  LinkedFolderView,
  MarkView,
  OcrView,
  PassageId,
  PASSAGES_LIMIT,
  PassageView,
  QUESTION_LIMIT,
  ReadPassage,
  SearchView,
} from './collections.ts'
export { fileRoutes } from './files.ts'
export { FIND_LIMIT, FindWish, FoundInFile, FoundLine, findRoutes, ReplacedFile } from './find-in-files.ts'
export { imageRoutes } from './images.ts'
export { MEDIA_MODELS, MediaChoice, MediaModel, MediaModels, mediaRoutes } from './media.ts'
export { KeptLayout, LayoutName, layoutRoutes, LAYOUTS_LIMIT, ScreenClass } from './layouts.ts'
export { mcpRoutes } from './mcp.ts'
export { memoryRoutes } from './memory.ts'
export { settingsRoutes, SettingView } from './models.ts'
export {
  ObservedCall,
  ObservedFilter,
  ObservedPage,
  ObservedState,
  observabilityRoutes,
} from './observability.ts'
export { ForbiddenMode, Me, operationsRoutes } from './operations.ts'
export { outsideRoutes } from './outside.ts'
export { paneCommands, PaneView, ProposalsAnswer, WindowAnswer } from './panes.ts'
export { PluginFile, pluginRoutes, PluginState, PluginToolView, PluginView } from './plugins.ts'
export { PROMPT_LIMIT, PromptName, promptRoutes, PROMPTS_LIMIT, SavedPrompt } from './prompts.ts'
export {
  ExplainedCall,
  NewProjectRule,
  NewRule,
  RecordedCallView,
  RuleFiles,
  RuleFileText,
  RuleFileView,
  rulesRoutes,
  RuleView,
} from './rules.ts'
export { searchRoutes } from './search.ts'
export { sessionRoutes } from './sessions.ts'
export { BroughtView, KeptPlace, ServerState, StatusPart, statusRoutes } from './status.ts'
export {
  TERMINAL_SOCKET,
  TERMINAL_WINDOW,
  TerminalAsked,
  TerminalKind,
  TerminalList,
  terminalRoutes,
  TerminalSaid,
  TerminalView,
} from './terminal.ts'
export { threadCommands } from './thread-commands.ts'
export { ExportFormat, MESSAGE_LIMIT, threadRoutes } from './threads.ts'
export { topicCommands, TopicName } from './topics.ts'
export { FilesChanged, filesTopicId, LOOK_LIMIT } from './files-topic.ts'
export { changeBody, graphBody, questionBody } from './workflows/cards.ts'
export {
  GRAPH_LIMIT,
  GraphJson,
  RunId,
  SecretName,
  TriggerId,
  VersionHash,
  WorkflowId,
} from './workflows/common.ts'
export { GalleryEntry } from './workflows/gallery.ts'
export { GrantView } from './workflows/grants.ts'
export {
  TestReportView,
  GraphDiff,
  GraphProblem,
  InputView,
  ManifestView,
  NodeEffect,
  PlannedNode,
  ReplayedEffect,
  ReplayedRun,
  VersionView,
  WorkflowSummary,
  WorkflowView,
} from './workflows/graphs.ts'
export { NodeTypeView } from './workflows/nodes.ts'
export { NoticeEvent, NoticeView } from './workflows/notices.ts'
export { NodeState, NodeStateView, RunState, RunSummary, RunView, WorkflowEvent } from './workflows/runs.ts'
export { ProjectWorkflow } from './workflows/project.ts'
export { SecretView } from './workflows/secrets.ts'
export { TriggerView, TriggerWhen } from './workflows/triggers.ts'
export { workflowRoutes } from './workflows/workflows.ts'
export {
  AgentMay,
  CONTENT_LIMIT,
  FileView,
  FolderEntry,
  FolderView,
  HandOutcome,
  SIZE_HEADER,
  workspaceCommands,
  workspaceRoutes,
} from './workspace.ts'

/** Every shipped route, for the reference and for tests. */
export const ROUTES: readonly RouteContract[] = [
  sessionRoutes,
  operationsRoutes,
  observabilityRoutes,
  statusRoutes,
  threadRoutes,
  approvalRoutes,
  rulesRoutes,
  fileRoutes,
  workspaceRoutes,
  findRoutes,
  changeRoutes,
  terminalRoutes,
  layoutRoutes,
  memoryRoutes,
  promptRoutes,
  imageRoutes,
  mediaRoutes,
  mcpRoutes,
  pluginRoutes,
  collectionRoutes,
  outsideRoutes,
  settingsRoutes,
  searchRoutes,
  auditRoutes,
  browserRoutes,
  workflowRoutes,
].flatMap((routes) => Object.values<RouteContract>(routes))

const COMMAND_GROUPS = [
  threadCommands,
  approvalCommands,
  topicCommands,
  paneCommands,
  workspaceCommands,
] as const

/** Every shipped command. */
export const COMMANDS: readonly CommandContract[] = COMMAND_GROUPS.flatMap((commands) =>
  Object.values<CommandContract>(commands),
)

type CommandsIn<Group> =
  Group extends Readonly<Record<string, infer Contract>>
    ? Contract extends CommandContract
      ? z.infer<Contract['schema']>
      : never
    : never

export type ClientCommand = CommandsIn<(typeof COMMAND_GROUPS)[number]>
/** Commands that a client sends over the socket. An unknown key is refused, with the nearest known one. */
export const ClientCommand = z.union(
  COMMANDS.map(({ schema }) => schema),
) as unknown as z.ZodType<ClientCommand> // each of the schemas above
