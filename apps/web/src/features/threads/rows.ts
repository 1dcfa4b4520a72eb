import type { CallId, CallView, MessageView, TurnId, TurnView } from '@countersign/protocol'
import { branchesAt, hasEnded } from '@countersign/protocol/client'
import { liveTurn } from '../../data/selectors.ts'
import type { Heard, Streaming, ThreadData, TurnEnd } from '../../data/view.ts'

/** A row of the thread, top to bottom. A row of calls has the calls between two texts. */
export type Row =
  /** `branches`: the turns that branch off at its place, including its own. */
  | {
      readonly kind: 'person'
      readonly key: string
      readonly message: MessageView
      readonly branches: readonly TurnId[]
    }
  /** `regenerates`: its turn, if that is over and this is its last text. */
  | {
      readonly kind: 'agent'
      readonly key: string
      readonly message: MessageView
      readonly regenerates: TurnId | null
    }
  | { readonly kind: 'notice'; readonly key: string; readonly message: MessageView }
  | { readonly kind: 'calls'; readonly key: string; readonly roots: readonly CallId[] }
  | {
      readonly kind: 'streaming'
      readonly key: string
      readonly text: string
      readonly reasoning: string
      readonly thought?: NonNullable<Streaming['thought']>
      readonly heard: Heard
    }
  /** `heard`: absent until someone works on the turn. */
  | { readonly kind: 'thinking'; readonly key: string; readonly heard?: Heard }
  | {
      readonly kind: 'end'
      readonly key: string
      readonly turn: TurnView | null
      readonly end: TurnEnd | null
    }

type Item =
  | { readonly kind: 'message'; readonly at: number; readonly message: MessageView }
  | { readonly kind: 'call'; readonly at: number; readonly call: CallView }

/** Orders messages and calls by turn, then by time. Queued messages are above the composer. */
export function threadRows(data: ThreadData): readonly Row[] {
  const roots = [...data.calls.values()].filter(
    (call) => call.parent_id === null || !data.calls.has(call.parent_id),
  )
  const items: readonly Item[] = [
    ...data.messages
      .filter((message) => hasWords(message) && !isQueued(message, data))
      .map((message): Item => ({ kind: 'message', at: message.created_at, message })),
    ...roots.map((call): Item => ({ kind: 'call', at: call.proposed_at, call })),
  ]
  const groups = Map.groupBy(items, (item) => turnOf(item) ?? itemKey(item))
  const live = liveTurn(data)
  const ordered = [...groups].sort(([, a], [, b]) => firstTime(a) - firstTime(b))
  const rows = ordered.flatMap(([key, group]) => turnRows(key, group, data, live))
  return [...rows, ...liveRows(data, live, rows)]
}

/** An agent without an answer has an empty message, which only holds the tree of its calls. */
function hasWords({ role, text, thought }: MessageView): boolean {
  return role !== 'assistant' || text !== '' || thought !== undefined
}

function isQueued({ turn_id }: MessageView, { turns }: ThreadData): boolean {
  return turn_id !== null && turns.get(turn_id)?.state === 'queued'
}

function turnRows(
  key: string,
  items: readonly Item[],
  data: ThreadData,
  live: TurnView | null,
): readonly Row[] {
  const rows: Row[] = []
  for (const item of items.toSorted(byTime)) {
    if (item.kind === 'message') rows.push(messageRow(item.message, data))
    else {
      const last = rows.at(-1)
      if (last?.kind === 'calls') rows[rows.length - 1] = { ...last, roots: [...last.roots, item.call.id] }
      else rows.push({ kind: 'calls', key: item.call.id, roots: [item.call.id] })
    }
  }
  const turn = [...data.turns.values()].find((other) => other.id === key) ?? null
  const last = rows.findLastIndex(({ kind }) => kind === 'agent')
  const words = rows[last]
  if (turn !== null && hasEnded(turn) && turn.parent_id !== undefined && words?.kind === 'agent')
    rows[last] = { ...words, regenerates: turn.id }
  const end = turn === null ? null : (data.ends.get(turn.id) ?? null)
  const says =
    turn !== null &&
    turn !== live &&
    (end !== null ||
      (turn.budget ?? null) !== null ||
      turn.error !== null ||
      turn.state === 'failed' ||
      turn.state === 'cancelled')
  return says ? [...rows, { kind: 'end', key: `end ${key}`, turn, end }] : rows
}

function liveRows(data: ThreadData, live: TurnView | null, rows: readonly Row[]): readonly Row[] {
  const { text, reasoning, thought } = data.streaming
  if (text !== '' || reasoning !== '') {
    const since = thought === undefined ? {} : { thought }
    return [{ kind: 'streaming', key: 'streaming', text, reasoning, ...since, heard: data.heard }]
  }
  const busy = live !== null && live.state !== 'waiting' && !hasOpenCall(data)
  const heard = live?.state === 'running' ? { heard: data.heard } : {}
  return busy && rows.length > 0 ? [{ kind: 'thinking', key: 'thinking', ...heard }] : []
}

function hasOpenCall(data: ThreadData): boolean {
  return [...data.calls.values()].some((call) => call.state === 'running' || call.state === 'waiting')
}

function messageRow(message: MessageView, data: ThreadData): Row {
  const key = message.id
  switch (message.role) {
    case 'user': {
      const { turn_id } = message
      return { kind: 'person', key, message, branches: turn_id === null ? [] : branchesAt(data, turn_id) }
    }
    case 'assistant':
      return { kind: 'agent', key, message, regenerates: null }
    case 'notice':
      return { kind: 'notice', key, message }
  }
}

function turnOf(item: Item): TurnId | null {
  return item.kind === 'message' ? item.message.turn_id : item.call.turn_id
}

function itemKey(item: Item): string {
  return item.kind === 'message' ? item.message.id : item.call.id
}

function firstTime(items: readonly Item[]): number {
  return Math.min(...items.map((item) => item.at))
}

/** At the same instant: the person's message, then the agent's text, then its calls. */
function byTime(a: Item, b: Item): number {
  return a.at - b.at || rank(a) - rank(b)
}

function rank(item: Item): number {
  if (item.kind === 'call') return 2
  return item.message.role === 'user' ? 0 : 1
}
