import type {
  Call,
  CallOwner,
  CallResult,
  CutOff,
  JournalEntry,
  ThreadContext,
  Thought,
} from '@countersign/agent'
import type { Category, Decision, Lock } from '@countersign/policy'
import type {
  ApprovalId,
  BudgetView,
  CallId,
  CallState,
  Effort,
  ExecutionTree,
  HandId,
  ImageView,
  MediaGeneration,
  Instant,
  MessageId,
  OfferView,
  RuleId,
  Signature,
  ThreadEvent,
  ThreadId,
  TurnId,
  UserId,
} from '@countersign/protocol'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** Written as text and read as the original value: only this program writes these columns. */
type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
/** Read as milliseconds; written by the database's clock. */
type Time = ColumnType<Instant, Instant | undefined, Instant>
type NullableTime = ColumnType<Instant | null, Instant | null | undefined, Instant | null>

export interface Tables {
  readonly processes: ProcessesTable
  readonly threads: ThreadsTable
  readonly turns: TurnsTable
  readonly steps: StepsTable
  readonly messages: MessagesTable
  readonly hands: HandsTable
  readonly calls: CallsTable
  readonly approvals: ApprovalsTable
  readonly wakeups: WakeupsTable
  readonly rules: RulesTable
  readonly audit: AuditTable
  readonly audit_heads: AuditHeadsTable
  readonly settings: SettingsTable
  readonly outbox: OutboxTable
  readonly topic_events: TopicEventsTable
  readonly relay_posts: RelayPostsTable
  readonly relay_letters: RelayLettersTable
  readonly turn_windows: TurnWindowsTable
}

interface RelayPostsTable {
  process: string
  name: string
  body: string
  number: Generated<number>
}

interface RelayLettersTable {
  number: Generated<number>
  sender: string
  receiver: string
  body: string
  at: Time
}

interface TurnWindowsTable {
  turn_id: TurnId
  window_name: string
  at: Time
}

interface ProcessesTable {
  id: string
  lock_key: Generated<number>
  host: string
  pid: number
  presence: boolean
  started_at: Time
  seen_at: Time
}

interface ThreadsTable {
  id: Generated<ThreadId>
  owner: UserId
  title: string
  permission_mode: string
  model: string
  effort: Generated<Effort | null>
  workspace: string
  context: Generated<unknown>
  /** `hand`: acts by hand in a folder. `plugin`: requests of a plugin. `run`: a run of a workflow. No list shows these. */
  kind: Generated<'chat' | 'hand' | 'plugin' | 'run'>
  seq: Generated<number>
  /** The last turn of the current branch; a live turn always is. */
  leaf_id: TurnId | null
  created_at: Time
  updated_at: Time
  deleted_at: NullableTime
  pinned_at: NullableTime
  archived_at: NullableTime
  title_state: Generated<TitleState>
}
export type ThreadRow = Selectable<ThreadsTable>

/** `to_write`: the first words of the first message, until a model has written a title. */
export type TitleState = 'given' | 'first_words' | 'to_write' | 'written'

export type TurnStatus = 'queued' | 'runnable' | 'running' | 'waiting' | 'done' | 'failed' | 'cancelled'

interface TurnsTable {
  id: Generated<TurnId>
  thread_id: ThreadId
  number: Generated<number>
  status: TurnStatus
  owner: string | null
  epoch: Generated<number>
  lease_until: NullableTime
  affinity: string | null
  ready_at: Time
  model_calls: Generated<number>
  tool_calls: Generated<number>
  subtasks: Generated<number>
  writes: Generated<number>
  input_tokens: Generated<number>
  output_tokens: Generated<number>
  /** Null: a price was unknown. */
  cost_usd: Generated<number | null>
  /** Null: no answer reported its input tokens. */
  context_tokens: Generated<number | null>
  active_ms: Generated<number>
  active_since: NullableTime
  /** A sentence, or the limit that ended it. */
  error: NullableJson<string | { readonly budget: BudgetView }>
  event_seq: Generated<number>
  context: Generated<ThreadContext>
  /** The previous turn in its branch. */
  parent_id: TurnId | null
  /** Its position in its branch, from 1; null: it never began. */
  place: number | null
  /** The tokens of an answer that was cut off are estimated from its length. */
  estimated: Generated<boolean>
  created_at: Time
  touched_at: Time
  ended_at: NullableTime
}
export type TurnRow = Selectable<TurnsTable>

interface StepsTable {
  turn_id: TurnId
  seq: number
  epoch: number
  entry: Json<JournalEntry>
  event_seq: number
  created_at: Time
}

export interface MessageBody {
  readonly text: string
  readonly images?: readonly ImageView[]
  readonly thought?: Thought
  readonly cut?: CutOff['by']
  /** For a message that only asks for a shorter history. */
  readonly compact?: true
  /** The workflow that answers it instead of a model. */
  readonly workflow?: string
  /** It asks for a picture or for speech, and signs the call that makes it. */
  readonly media?: MediaGeneration
}

interface MessagesTable {
  id: Generated<MessageId>
  thread_id: ThreadId
  turn_id: TurnId | null
  number: Generated<number>
  role: 'user' | 'assistant' | 'notice'
  body: Json<MessageBody>
  client_id: Generated<string | null>
  execution_tree: NullableJson<ExecutionTree>
  created_at: Time
}
export type MessageRow = Selectable<MessagesTable>
export type UnnumberedMessage = Omit<MessageRow, 'number'>

interface HandsTable {
  id: Generated<HandId>
  thread_id: ThreadId
  person: UserId
  process: string
  epoch: Generated<number>
  created_at: Time
  ended_at: NullableTime
}

interface CallsTable {
  id: CallId
  thread_id: ThreadId
  turn_id: TurnId | null
  hand_id: Generated<HandId | null>
  /** The owner of the call: one of the two above. */
  owner_kind: Generated<CallOwner['kind']>
  number: Generated<number>
  parent_id: CallId | null
  depth: number
  tool: string
  category: Category
  destructive: boolean
  locked: Lock | null
  repeat: 'safe' | 'idempotent' | 'never'
  idem_key: string
  attempt: Generated<number>
  retry_of: CallId | null
  hash: string
  frozen: Json<Call>
  state: CallState
  decision: NullableJson<Decision>
  mode_seen: string
  decided_via: DecidedVia | null
  decided_by: string | null
  decided_hash: string | null
  /** Ids of the parts that a person signed. Null: all of it. A call begins with exactly these. */
  decided_parts: NullableJson<readonly string[]>
  decided_at: NullableTime
  signature: NullableJson<Signature>
  exec_epoch: number | null
  exec_owner: string | null
  proposed_at: Time
  started_at: NullableTime
  ended_at: NullableTime
  result: NullableJson<CallResult>
  undone_at: NullableTime
  /** Its last output when it was interrupted. Null: none, or it was not interrupted. */
  output: NullableJson<string>
}
export type CallRow = Selectable<CallsTable>
/** A call before the database has given it a number. */
export type UnnumberedCall = Omit<CallRow, 'number' | 'decided_parts'>
export type DecidedVia = 'person' | 'rule' | 'mode' | 'readonly' | 'policy'

interface ApprovalsTable {
  id: Generated<ApprovalId>
  call_id: CallId
  thread_id: ThreadId
  state: Generated<'pending' | 'allowed' | 'denied' | 'expired' | 'cancelled'>
  hash: string
  offers: Json<readonly OfferView[]>
  parents: Json<readonly string[]>
  asked_at: Time
  period_ms: number | null
  expires_at: NullableTime
  decided_by: UserId | null
  decided_at: NullableTime
  scope: 'once' | 'chat' | 'always' | null
  feedback: NullableJson<string>
  /** Ids of the signed parts of the change. Null: all of it, or it was not allowed. */
  parts: NullableJson<readonly string[]>
}
export type ApprovalRow = Selectable<ApprovalsTable>

interface WakeupsTable {
  call_id: CallId
  turn_id: TurnId
  due_at: NullableTime
  token: string | null
  fired_at: NullableTime
  payload: NullableJson<unknown>
  created_at: Time
}

interface RulesTable {
  id: Generated<RuleId>
  owner: UserId
  list: 'allow' | 'ask' | 'deny'
  layer: 'user' | 'thread'
  thread_id: ThreadId | null
  text: string
  created_from: ApprovalId | null
  created_at: Time
  expires_at: NullableTime
}
export type RuleRow = Selectable<RulesTable>

interface AuditTable {
  id: Generated<number>
  chain: string
  seq: number
  at: Time
  kind: string
  call_id: string | null
  body: string
  prev: string
  hash: string
}

interface AuditHeadsTable {
  chain: string
  seq: number
  hash: string
  anchored_seq: Generated<number>
}

interface SettingsTable {
  scope: string
  name: string
  value: Json<unknown>
  updated_at: Time
}

interface TopicEventsTable {
  topic: string
  seq: number
  event: Json<unknown>
  at: Time
}

interface OutboxTable {
  thread_id: ThreadId
  seq: number
  event: Json<ThreadEvent>
  at: Time
}
