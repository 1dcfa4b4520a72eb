import {
  budgetWords,
  type CallId,
  type CallView,
  type InterruptedCall,
  type MessageView,
  type ServerMessage,
  type ThreadEvent,
  type ThreadId,
  type ThreadSnapshot,
  type TurnView,
  type WaitingCall,
} from '@countersign/protocol'
import {
  allQuestions as questionsIn,
  changedFiles,
  emptyView,
  FOLD_READS_FROM,
  hasEnded,
  isQuietRead,
  reduce,
  type ThreadData,
  type View,
  type ViewEvent,
} from '@countersign/protocol/client'
import { line, type Line } from './lines.ts'
import type { Question } from './question.ts'
import { changedWords, costOfTurn } from './spent.ts'
import { visibleLine } from './visible.ts'

/** An item that is final and not drawn again. */
export type Block =
  | { readonly kind: 'message'; readonly message: MessageView }
  | { readonly kind: 'call'; readonly call: CallView; readonly inside: readonly CallView[] }
  /** Several reads of one tool in a row. */
  | { readonly kind: 'reads'; readonly calls: readonly CallView[] }
  | { readonly kind: 'note'; readonly lines: readonly Line[] }

/** Everything that the terminal draws: the view that it shares with the page, and the blocks that scrolled by. */
export interface ChatState {
  readonly view: View
  /** The chat that is open here. */
  readonly open: ThreadId | null
  readonly blocks: readonly Block[]
  /** Calls that are already in a block. */
  readonly drawn: ReadonlySet<CallId>
  /** A message is on its way and its turn is not known yet. */
  readonly starting: boolean
  /** Calls of questions that were loaded completely. */
  readonly wholes: ReadonlyMap<CallId, WaitingCall>
}

export const NOTHING_YET: ChatState = {
  view: emptyView,
  open: null,
  blocks: [],
  drawn: new Set(),
  starting: false,
  wholes: new Map(),
}

/** Applies one event of the view that adds no block. */
export function dispatch(state: ChatState, event: ViewEvent): ChatState {
  const view = reduce(state.view, event)
  return view === state.view ? state : { ...state, view }
}

/** Applies one message of the server. Pure. */
export function hear(state: ChatState, message: ServerMessage, now = 0): ChatState {
  const heard = dispatch(state, { type: 'server_said', message, now })
  if (heard === state || message.type !== 'event' || message.thread_id !== state.open) return heard
  const { event } = message
  const changed = event.type === 'branch_changed' ? showBranch(heard, chatOf(state)) : heard
  // Finished reads wait for others to join their line; the next other event ends that.
  const before = endsReads(event) ? settleBlocks(changed, { all: true }) : changed
  return settleBlocks(scrollBy(before, event))
}

/** Prints the blocks that the chosen branch has and the previous one had not: scrolled text cannot be redrawn. */
function showBranch(state: ChatState, before: ThreadData | null): ChatState {
  const { messages = [], calls = new Map<CallId, CallView>() } = chatOf(state) ?? {}
  const known = new Set(before?.messages.map(({ id }) => id))
  const roots = [...calls.values()].filter(
    (call) => call.parent_id === null && !before?.calls.has(call.id) && isOver(call, calls),
  )
  const joined = datedBlocks(
    messages.filter(({ id }) => !known.has(id)),
    roots,
    calls,
  )
  const told = note(state, [line('The chat continues in another branch:', 'dim')])
  return {
    ...told,
    blocks: [...told.blocks, ...joined],
    drawn: new Set([...state.drawn, ...roots.map(({ id }) => id)]),
  }
}

function datedBlocks(
  messages: readonly MessageView[],
  roots: readonly CallView[],
  calls: ReadonlyMap<CallId, CallView>,
): readonly Block[] {
  return [
    ...messages.filter(hasWords).map((message) => ({ at: message.created_at, block: messageBlock(message) })),
    ...roots.map((call) => ({ at: call.proposed_at, block: callBlock(call, calls) })),
  ]
    .toSorted((a, b) => a.at - b.at)
    .map(({ block }) => block)
}

function endsReads(event: ThreadEvent): boolean {
  switch (event.type) {
    case 'chunk':
      return event.kind === 'text' && event.parent_id === null
    case 'message_added':
    case 'cost_summary':
    case 'budget_exceeded':
      return true
    case 'turn_updated':
      return hasEnded(event.turn)
    default:
      return false
  }
}

/** Opens a thread: its last blocks, in chronological order, below the existing text. */
export function openChat(state: ChatState, snapshot: ThreadSnapshot): ChatState {
  const calls = new Map(snapshot.calls.map((call) => [call.id, call]))
  const roots = snapshot.calls.filter((call) => call.parent_id === null && isOver(call, calls))
  return {
    ...dispatch(closeChat(state), { type: 'thread_loaded', snapshot }),
    open: snapshot.thread.id,
    blocks: [...state.blocks, ...foldReads(datedBlocks(snapshot.messages, roots, calls))],
    drawn: new Set(roots.map(({ id }) => id)),
  }
}

/** No thread is open; the existing text stays. */
export function closeChat(state: ChatState): ChatState {
  const left = { ...state, open: null, drawn: NOTHING_YET.drawn, starting: false }
  return state.open === null ? left : dispatch(left, { type: 'thread_closed', thread: state.open })
}

export function note(state: ChatState, lines: readonly Line[]): ChatState {
  return { ...state, blocks: [...state.blocks, { kind: 'note', lines }] }
}

/** A question with its completely loaded call; one that was answered in the meantime is dropped. */
export function withWhole(state: ChatState, call: CallView): ChatState {
  if (call.state !== 'waiting' || questionAbout(state, call.id)?.call.shortened === undefined) return state
  return { ...state, wholes: new Map(state.wholes).set(call.id, call) }
}

/** The open thread in the view. */
export function chatOf({ view, open }: ChatState): ThreadData | null {
  const chat = open === null ? undefined : view.open.get(open)
  return chat?.state === 'ready' ? chat : null
}

/** A turn is active, possibly waiting. */
export function isBusy(state: ChatState): boolean {
  return state.starting || turnsOf(state).some((turn) => !hasEnded(turn))
}

/** A turn works and none of its calls runs: the model is next. */
export function waitsForModel(state: ChatState): boolean {
  const goesOn = turnsOf(state).some((turn) => turn.state === 'running')
  return goesOn && liveCalls(state).every(({ ended_at }) => ended_at !== null)
}

/** Questions of this chat, oldest first. */
export function ownQuestions(state: ChatState): readonly Question[] {
  return allQuestions(state).filter(({ call }) => call.thread_id === state.open)
}

/** Questions of all chats, oldest first. */
export function allQuestions({ view, wholes }: ChatState): readonly Question[] {
  return questionsIn(view)
    .map(({ approval, call }) => ({ approval, call: wholes.get(call.id) ?? call }))
    .toSorted((a, b) => a.approval.asked_at - b.approval.asked_at || (a.call.id < b.call.id ? -1 : 1))
}

/** The pending question about a call; undefined: it was answered, or never asked. */
export function questionAbout(state: ChatState, id: CallId): Question | undefined {
  return allQuestions(state).find(({ call }) => call.id === id)
}

/** Calls that must be settled, oldest first. */
export function cutOffCalls({ view }: ChatState): readonly InterruptedCall[] {
  return [...view.waiting.interrupted.values()].toSorted(
    (a, b) => a.proposed_at - b.proposed_at || (a.id < b.id ? -1 : 1),
  )
}

/** All calls of this thread, in order of proposal. */
export function callsOf(state: ChatState): readonly CallView[] {
  return [...(chatOf(state)?.calls.values() ?? [])]
}

/** Active calls of this thread, with those inside them. */
export function liveCalls(state: ChatState): readonly CallView[] {
  return callsOf(state)
    .filter((call) => call.parent_id === null && !state.drawn.has(call.id))
    .toSorted((a, b) => a.proposed_at - b.proposed_at)
}

export function childrenOf(parent: CallView, calls: Iterable<CallView>): readonly CallView[] {
  return [...calls]
    .filter(({ parent_id }) => parent_id === parent.id)
    .toSorted((a, b) => a.proposed_at - b.proposed_at)
}

/** The turn of the next queued message; the view lists turns in order. */
export function nextQueued(state: ChatState): TurnView | undefined {
  return turnsOf(state).find((turn) => turn.state === 'queued')
}

function turnsOf(state: ChatState): readonly TurnView[] {
  return [...(chatOf(state)?.turns.values() ?? [])]
}

/** The final blocks that an event adds. */
function scrollBy(state: ChatState, event: ThreadEvent): ChatState {
  switch (event.type) {
    case 'message_added':
      return addMessage(state, event.message)
    case 'turn_updated':
      return turnUpdated({ ...state, starting: false }, event.turn)
    case 'budget_exceeded':
      return note(state, [
        line(
          `Limit reached: ${budgetWords(event.reason, event.limit)}. A card asks whether to continue.`,
          'ask',
        ),
      ])
    case 'thread_deleted':
      return note(state, [line('This chat was deleted. /new starts another.', 'stop')])
    case 'message_taken_back':
      return note(state, [line('Message taken back.', 'dim')])
    case 'branch_changed':
    case 'thread_updated':
    case 'chunk':
    case 'chunk_withdrawn':
    case 'tool_call_update':
    case 'tool_output':
    case 'planning_update':
    case 'task_update':
    case 'tool_approval_request':
    case 'approval_settled':
      return state
    case 'cost_summary': {
      const chat = chatOf(state)
      const changed = chat === null ? '' : changedWords(changedFiles(chat, event.turn_id))
      const said = [changed, costOfTurn(event)].filter((text) => text !== '')
      return said.length === 0
        ? state
        : note(
            state,
            said.map((text) => line(text, 'dim')),
          )
    }
  }
}

/** A message that is sent again, for example with the tree of its calls, stays where it was printed. */
function addMessage(state: ChatState, message: MessageView): ChatState {
  const isPrinted = state.blocks.some((block) => block.kind === 'message' && block.message.id === message.id)
  return isPrinted || !hasWords(message)
    ? state
    : { ...state, blocks: [...state.blocks, messageBlock(message)] }
}

/** An agent without an answer has an empty message, which only holds the tree of its calls. */
function hasWords({ role, text }: MessageView): boolean {
  return role !== 'assistant' || text !== ''
}

function turnUpdated(state: ChatState, turn: TurnView): ChatState {
  if (turn.state === 'queued') return hasMessage(state, turn) ? note(state, [line(QUEUED, 'dim')]) : state
  if (!hasEnded(turn)) return state
  if (turn.state === 'cancelled') return note(state, [line('Stopped.', 'dim')])
  return turn.error === null ? state : note(state, [line(visibleLine(turn.error), 'stop')])
}

/** Ended calls become blocks, oldest first; an active one holds back later ones. */
function settleBlocks(state: ChatState, { all = false }: { readonly all?: boolean } = {}): ChatState {
  const calls = chatOf(state)?.calls ?? new Map<CallId, CallView>()
  const live = liveCalls(state)
  const goesOn = live.findIndex((call) => !isOver(call, calls))
  const over = goesOn < 0 ? live : live.slice(0, goesOn)
  const settled = all ? over : withoutLastReads(over, live[over.length])
  if (settled.length === 0) return state
  const blocks = foldReads(settled.map((call) => callBlock(call, calls)))
  const drawn = new Set([...state.drawn, ...settled.map(({ id }) => id)])
  return { ...state, blocks: [...state.blocks, ...blocks], drawn }
}

/** More reads of the same tool may follow those at the end, so these are not settled yet. */
function withoutLastReads(calls: readonly CallView[], next: CallView | undefined): readonly CallView[] {
  const last = calls.at(-1)
  if (last === undefined || !isQuietRead(last)) return calls
  if (next !== undefined && next.tool !== last.tool) return calls
  return calls.slice(0, calls.findLastIndex((call) => call.tool !== last.tool || !isQuietRead(call)) + 1)
}

/** Reads of one tool in a row as one block. */
function foldReads(blocks: readonly Block[]): readonly Block[] {
  const folded: Block[] = []
  let run: CallView[] = []
  const close = (): void => {
    if (run.length >= FOLD_READS_FROM) folded.push({ kind: 'reads', calls: run })
    else folded.push(...run.map((call): Block => ({ kind: 'call', call, inside: [] })))
    run = []
  }
  for (const block of blocks) {
    const read =
      block.kind === 'call' && isQuietRead(block.call) && block.inside.length === 0 ? block.call : null
    if (read === null || (run[0] !== undefined && run[0].tool !== read.tool)) close()
    if (read === null) folded.push(block)
    else run.push(read)
  }
  close()
  return folded
}

/** The current activity, drawn as it will be once it is over. */
export function liveBlocks(state: ChatState): readonly Block[] {
  const calls = chatOf(state)?.calls ?? new Map<CallId, CallView>()
  return foldReads(liveCalls(state).map((call) => callBlock(call, calls)))
}

function isOver(call: CallView, calls: ReadonlyMap<CallId, CallView>): boolean {
  return call.ended_at !== null && descendants(call, calls).every(({ ended_at }) => ended_at !== null)
}

function descendants(call: CallView, calls: ReadonlyMap<CallId, CallView>): readonly CallView[] {
  return childrenOf(call, calls.values()).flatMap((child) => [child, ...descendants(child, calls)])
}

function callBlock(call: CallView, calls: ReadonlyMap<CallId, CallView>): Block {
  return { kind: 'call', call, inside: descendants(call, calls) }
}

/** A repeated call has a turn without a message. */
function hasMessage(state: ChatState, turn: TurnView): boolean {
  return chatOf(state)?.messages.some(({ turn_id }) => turn_id === turn.id) ?? false
}

const QUEUED = 'Will be sent after this turn. /now stops the turn and sends it at once.'

function messageBlock(message: MessageView): Block {
  return { kind: 'message', message }
}
