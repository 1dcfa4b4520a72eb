import {
  budgetWords,
  type ApprovalView,
  type CallId,
  type CallState,
  type CallView,
  type MessageView,
  type ServerMessage,
  type ThreadEvent,
  type ThreadId,
  type ThreadSnapshot,
  type ThreadView,
  type TurnView,
} from '@countersign/protocol'
import { line, type Line } from './lines.ts'
import type { Question } from './question.ts'
import { visibleLine } from './visible.ts'

/** What has happened for good and is not drawn again. */
export type Block =
  | { readonly kind: 'message'; readonly message: MessageView }
  | { readonly kind: 'call'; readonly call: CallView; readonly inside: readonly CallView[] }
  | { readonly kind: 'note'; readonly lines: readonly Line[] }

/** Everything that the terminal draws of a chat, made out of what the server said. */
export interface ChatState {
  readonly thread: ThreadView | null
  readonly blocks: readonly Block[]
  readonly calls: ReadonlyMap<CallId, CallView>
  /** Calls that stand in a block already. */
  readonly drawn: ReadonlySet<CallId>
  readonly turn: TurnView | null
  /** A message is on its way and its turn was not heard of yet. */
  readonly starting: boolean
  readonly streaming: string
  readonly seq: number
  /** Of all chats. */
  readonly waiting: ReadonlyMap<CallId, Question>
  /** Calls of all chats that a crash cut off, for a person to settle. */
  readonly interrupted: ReadonlyMap<CallId, CallView>
  /** The list of what waits is still coming in. */
  readonly waitingMore: boolean
  /** Folders of all chats: a rule is tried where its call would run. */
  readonly workspaces: ReadonlyMap<ThreadId, string>
  readonly connected: boolean
}

export const NOTHING_YET: ChatState = {
  thread: null,
  blocks: [],
  calls: new Map(),
  drawn: new Set(),
  turn: null,
  starting: false,
  streaming: '',
  seq: 0,
  waiting: new Map(),
  interrupted: new Map(),
  waitingMore: false,
  workspaces: new Map(),
  connected: true,
}

/** One message of the server. Pure. */
export function hear(state: ChatState, message: ServerMessage): ChatState {
  switch (message.type) {
    case 'event':
      if (message.thread_id !== state.thread?.id || message.seq <= state.seq) return state
      return settleBlocks({ ...hearEvent(state, message.event), seq: message.seq })
    case 'waiting':
      return {
        ...state,
        waiting: withQuestions(new Map(state.waitingMore ? state.waiting : []), message),
        interrupted: withCalls(state.waitingMore ? state.interrupted : new Map(), message.interrupted),
        waitingMore: message.more === true,
      }
    case 'waiting_changed': {
      const waiting = new Map(state.waiting)
      const interrupted = new Map(state.interrupted)
      for (const id of message.gone) {
        waiting.delete(id)
        interrupted.delete(id)
      }
      return {
        ...state,
        waiting: withQuestions(waiting, message),
        interrupted: withCalls(interrupted, message.interrupted),
      }
    }
    case 'threads':
    case 'threads_changed': {
      const folders = message.threads.map(({ id, workspace }) => [id, workspace] as const)
      return { ...state, workspaces: new Map([...state.workspaces, ...folders]) }
    }
    case 'welcome':
    case 'caught_up':
    case 'tools':
    case 'undone':
    case 'tool_run':
    case 'tool_run_cancelled':
    case 'ok':
    case 'error':
      return state
  }
}

/** A chat that is opened: its last blocks, in the order in which they happened. */
export function openChat(state: ChatState, snapshot: ThreadSnapshot): ChatState {
  const calls = new Map(snapshot.calls.map((call) => [call.id, call]))
  const roots = snapshot.calls.filter((call) => call.parent_id === null && isOver(call, calls))
  const dated = [
    ...snapshot.messages.map((message) => ({ at: message.created_at, block: messageBlock(message) })),
    ...roots.map((call) => ({ at: call.proposed_at, block: callBlock(call, calls) })),
  ].toSorted((a, b) => a.at - b.at)
  return {
    ...NOTHING_YET,
    waiting: state.waiting,
    interrupted: state.interrupted,
    workspaces: state.workspaces,
    connected: state.connected,
    thread: snapshot.thread,
    blocks: dated.map(({ block }) => block),
    calls,
    drawn: new Set(roots.map(({ id }) => id)),
    turn: snapshot.turn,
    streaming: snapshot.streaming,
    seq: snapshot.seq,
  }
}

export function note(state: ChatState, lines: readonly Line[]): ChatState {
  return { ...state, blocks: [...state.blocks, { kind: 'note', lines }] }
}

/** A turn is under way, a waiting one too. */
export function isBusy({ turn, starting }: Pick<ChatState, 'turn' | 'starting'>): boolean {
  return starting || (turn !== null && !['done', 'failed', 'cancelled'].includes(turn.state))
}

/** A turn works, and no call of it goes on: it is the model's turn to say something. */
export function waitsForModel(state: ChatState): boolean {
  return state.turn?.state === 'running' && liveCalls(state).length === 0
}

/** Questions of this chat, oldest first. */
export function ownQuestions({ waiting, thread }: ChatState): readonly Question[] {
  return inOrder([...waiting.values()].filter(({ call }) => call.thread_id === thread?.id))
}

export function allQuestions({ waiting }: ChatState): readonly Question[] {
  return inOrder([...waiting.values()])
}

/** Calls that wait to be settled, the oldest first. */
export function cutOffCalls({ interrupted }: ChatState): readonly CallView[] {
  return [...interrupted.values()].toSorted((a, b) => a.proposed_at - b.proposed_at || (a.id < b.id ? -1 : 1))
}

/** Calls of this chat that still go on, with those inside them. */
export function liveCalls({ calls, drawn }: ChatState): readonly CallView[] {
  return [...calls.values()]
    .filter((call) => call.parent_id === null && !drawn.has(call.id))
    .toSorted((a, b) => a.proposed_at - b.proposed_at)
}

export function childrenOf(parent: CallView, calls: Iterable<CallView>): readonly CallView[] {
  return [...calls]
    .filter(({ parent_id }) => parent_id === parent.id)
    .toSorted((a, b) => a.proposed_at - b.proposed_at)
}

function hearEvent(state: ChatState, event: ThreadEvent): ChatState {
  switch (event.type) {
    case 'thread_updated':
      return { ...state, thread: event.thread }
    case 'message_added': {
      const streaming = event.message.role === 'assistant' ? '' : state.streaming
      return { ...state, blocks: [...state.blocks, messageBlock(event.message)], streaming }
    }
    case 'turn_updated': {
      const heard = { ...state, turn: event.turn, starting: false }
      return isBusy(heard) ? heard : turnEnded({ ...heard, streaming: '' }, event.turn)
    }
    case 'chunk':
      // What a sub-agent says belongs to its call; the track shows its calls.
      return event.parent_id === null && event.kind === 'text'
        ? { ...state, streaming: state.streaming + event.text }
        : state
    case 'chunk_withdrawn':
      return event.parent_id === null ? { ...state, streaming: '' } : state
    case 'tool_call_update':
      return { ...state, calls: new Map(state.calls).set(event.call.id, event.call) }
    case 'tool_output': {
      const call = state.calls.get(event.tool_call_id)
      if (call?.state !== 'running') return state
      const preview = ((call.preview ?? '') + event.text).slice(-OUTPUT_KEPT)
      return { ...state, calls: new Map(state.calls).set(call.id, { ...call, preview }) }
    }
    case 'tool_approval_request': {
      const call = state.calls.get(event.approval.tool_call_id)
      if (call === undefined) return state
      return { ...state, waiting: new Map(state.waiting).set(call.id, { approval: event.approval, call }) }
    }
    case 'approval_settled': {
      const waiting = new Map(state.waiting)
      waiting.delete(event.approval.tool_call_id)
      return { ...state, waiting }
    }
    case 'budget_exceeded':
      return note(state, [
        line(`Used up: ${budgetWords(event.reason, event.limit)}. A card asks whether it goes on.`, 'ask'),
      ])
    case 'thread_deleted':
      return note(state, [line('This chat was deleted. /new starts another.', 'stop')])
    case 'cost_summary':
      return state
  }
}

function turnEnded(state: ChatState, turn: TurnView): ChatState {
  if (turn.state === 'cancelled') return note(state, [line('Stopped.', 'dim')])
  return turn.error === null ? state : note(state, [line(visibleLine(turn.error), 'stop')])
}

/** Most characters of a running call's output that are kept: the end of it. */
const OUTPUT_KEPT = 4000

/** Calls that are over become blocks, the oldest first; one that still goes on keeps later ones waiting. */
function settleBlocks(state: ChatState): ChatState {
  const blocks: Block[] = []
  const drawn = new Set(state.drawn)
  for (const call of liveCalls(state)) {
    if (!isOver(call, state.calls)) break
    blocks.push(callBlock(call, state.calls))
    drawn.add(call.id)
  }
  return blocks.length === 0 ? state : { ...state, blocks: [...state.blocks, ...blocks], drawn }
}

const OVER: ReadonlySet<CallState> = new Set<CallState>([
  'succeeded',
  'failed',
  'interrupted',
  'blocked',
  'denied',
  'expired',
  'cancelled',
  'abandoned',
])

function isOver(call: CallView, calls: ReadonlyMap<CallId, CallView>): boolean {
  return OVER.has(call.state) && descendants(call, calls).every(({ state }) => OVER.has(state))
}

function descendants(call: CallView, calls: ReadonlyMap<CallId, CallView>): readonly CallView[] {
  return childrenOf(call, calls.values()).flatMap((child) => [child, ...descendants(child, calls)])
}

function callBlock(call: CallView, calls: ReadonlyMap<CallId, CallView>): Block {
  return { kind: 'call', call, inside: descendants(call, calls) }
}

function messageBlock(message: MessageView): Block {
  return { kind: 'message', message }
}

function withQuestions(
  waiting: Map<CallId, Question>,
  { approvals, calls }: { readonly approvals: readonly ApprovalView[]; readonly calls: readonly CallView[] },
): ReadonlyMap<CallId, Question> {
  const byId = new Map(calls.map((call) => [call.id, call]))
  for (const approval of approvals) {
    const call = byId.get(approval.tool_call_id) ?? waiting.get(approval.tool_call_id)?.call
    if (call !== undefined) waiting.set(call.id, { approval, call })
  }
  return waiting
}

function withCalls(
  known: ReadonlyMap<CallId, CallView>,
  calls: readonly CallView[] = [],
): ReadonlyMap<CallId, CallView> {
  return new Map([...known, ...calls.map((call) => [call.id, call] as const)])
}

function inOrder(questions: readonly Question[]): readonly Question[] {
  return questions.toSorted(
    (a, b) => a.approval.asked_at - b.approval.asked_at || (a.call.id < b.call.id ? -1 : 1),
  )
}
