import type { ThreadEvent } from '../../events.ts'
import type { CallView } from '../../calls.ts'
import type { CallId, TurnId } from '../../ids.ts'
import type { MessageView, ThreadSnapshot, TurnView } from '../../views.ts'
import { isLeft, leafAfter, sortByBranch } from './branches.ts'
import type { Streaming, ThreadData } from './view.ts'

const SILENT: Streaming = { turn: null, text: '', reasoning: '' }

/** A thread as the server stored it, including its last event. */
export function fromSnapshot(snapshot: ThreadSnapshot): ThreadData {
  const { turn, thinking } = snapshot
  const turns = [...(snapshot.ended ?? []), ...(turn === null ? [] : [turn]), ...(snapshot.queued ?? [])]
  return {
    thread: snapshot.thread,
    messages: snapshot.messages,
    calls: new Map(snapshot.calls.map((call) => [call.id, call])),
    leaf: snapshot.leaf,
    left: {
      messages: snapshot.left?.messages ?? [],
      calls: new Map(snapshot.left?.calls.map((call) => [call.id, call])),
    },
    approvals: new Map(snapshot.approvals.map((approval) => [approval.tool_call_id, approval])),
    turns: new Map(turns.map((other) => [other.id, other])),
    ends: new Map(turns.flatMap(({ id, usage }) => (usage === undefined ? [] : [[id, { cost: usage }]]))),
    streaming: {
      turn: turn?.id ?? null,
      text: snapshot.streaming,
      reasoning: thinking?.text ?? '',
      ...(thinking === undefined ? {} : { thought: { ms: thinking.ms, at: null } }),
    },
    saidBefore: new Map(),
    heard: { ms: snapshot.quiet_ms ?? 0, at: null },
    seq: snapshot.seq,
    current: false,
    deleted: false,
  }
}

/** Applies one event of a thread. Events are whole values, so receiving one twice does no harm. */
export function reduceThread(
  data: ThreadData,
  event: ThreadEvent,
  at: { readonly seq: number; readonly now: number },
): ThreadData {
  return { ...applied(data, event, at.now), heard: { ms: 0, at: at.now }, seq: at.seq }
}

function applied(data: ThreadData, event: ThreadEvent, now: number): ThreadData {
  switch (event.type) {
    case 'thread_updated':
      return { ...data, thread: event.thread }
    case 'thread_deleted':
      return { ...data, deleted: true }
    case 'message_added':
      return addMessage(data, event.message)
    case 'turn_updated':
      return updateTurn(data, event.turn)
    case 'message_taken_back':
      return takeBack(data, event.turn_id)
    case 'branch_changed':
      return sortByBranch({ ...data, leaf: event.leaf, streaming: SILENT })
    case 'chunk':
      return addChunk(data, event, now)
    case 'chunk_withdrawn':
      if (event.parent_id !== null) return withdrawInside(data, event.parent_id)
      return data.streaming.turn === event.turn_id ? { ...data, streaming: SILENT } : data
    case 'tool_output':
      return addOutput(data, event.tool_call_id, event.text)
    case 'planning_update':
    case 'task_update':
      return addOutput(data, event.tool_call_id, `${event.text}\n`)
    case 'tool_call_update':
      return updateCall(data, event.call)
    case 'tool_approval_request':
    case 'approval_settled':
      return {
        ...data,
        approvals: new Map(data.approvals).set(event.approval.tool_call_id, event.approval),
      }
    case 'budget_exceeded':
      // The card shows it, and a turn that ends because of it says so.
      return data
    case 'cost_summary': {
      const { type: _type, turn_id, ...cost } = event
      const turn = data.turns.get(turn_id)
      const ends = new Map(data.ends).set(turn_id, { cost })
      // The usage of an answer that was cut off arrives after its turn ended.
      if (turn?.usage === undefined) return { ...data, ends }
      return { ...data, ends, turns: new Map(data.turns).set(turn_id, { ...turn, usage: cost }) }
    }
  }
}

function takeBack(data: ThreadData, turn: TurnId): ThreadData {
  const turns = new Map(data.turns)
  turns.delete(turn)
  return { ...data, turns, messages: data.messages.filter(({ turn_id }) => turn_id !== turn) }
}

function addMessage(data: ThreadData, message: MessageView): ThreadData {
  // A call that was still running when its branch was left ends there.
  if (isLeft(data, message.turn_id)) {
    const messages = [...data.left.messages.filter(({ id }) => id !== message.id), message]
    return { ...data, left: { ...data.left, messages } }
  }
  const known = data.messages.findIndex((other) => other.id === message.id)
  const messages = known < 0 ? [...data.messages, message] : data.messages.with(known, message)
  // The finished message replaces the streamed text.
  const streaming = message.role === 'assistant' ? SILENT : data.streaming
  return { ...data, messages, streaming }
}

function updateTurn(data: ThreadData, turn: TurnView): ThreadData {
  const streaming = hasEnded(turn) && data.streaming.turn === turn.id ? SILENT : data.streaming
  const leaf = leafAfter(data, turn)
  const next = { ...data, turns: new Map(data.turns).set(turn.id, turn), streaming, leaf }
  return leaf === data.leaf ? next : sortByBranch(next)
}

export function hasEnded({ state }: TurnView): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

function addChunk(data: ThreadData, chunk: Extract<ThreadEvent, { type: 'chunk' }>, now: number): ThreadData {
  if (chunk.parent_id !== null)
    return chunk.kind === 'text' ? addOutput(data, chunk.parent_id, chunk.text) : data
  const before = data.streaming.turn === chunk.turn_id ? data.streaming : SILENT
  const said = { ...before, turn: chunk.turn_id, [chunk.kind]: before[chunk.kind] + chunk.text }
  if (chunk.kind === 'text') return { ...data, streaming: silent(said) }
  const { ms, at } = before.thought ?? { ms: 0, at: null }
  return { ...data, streaming: { ...said, thought: { ms: ms + now - (at ?? now), at: now } } }
}

/** The model stopped thinking for now; the pause must not be added to its thinking time. */
function silent(streaming: Streaming): Streaming {
  const { thought } = streaming
  return thought === undefined ? streaming : { ...streaming, thought: { ...thought, at: null } }
}

function updateCall(data: ThreadData, call: CallView): ThreadData {
  if (isLeft(data, call.turn_id))
    return { ...data, left: { ...data.left, calls: new Map(data.left.calls).set(call.id, call) } }
  const streaming = call.turn_id === data.streaming.turn ? silent(data.streaming) : data.streaming
  const saidBefore = new Map(data.saidBefore)
  const calls = new Map(data.calls).set(call.id, goingOn(call, saidBefore))
  if (call.ended_at !== null) saidBefore.delete(call.id)
  const parent = data.calls.has(call.id) || call.parent_id === null ? undefined : calls.get(call.parent_id)
  // The first call of a step ends the sub-agent's text of that step; the next step begins a new paragraph.
  if (parent?.state === 'running' && parent.preview !== null && !parent.preview.endsWith(PARAGRAPH)) {
    const preview = parent.preview + PARAGRAPH
    calls.set(parent.id, { ...parent, preview })
    saidBefore.set(parent.id, preview)
  }
  return { ...data, calls, saidBefore, streaming }
}

/** A sub-agent that continues after an answer, or in another process, has earlier text. */
function goingOn(call: CallView, saidBefore: ThreadData['saidBefore']): CallView {
  const isSilent = call.state === 'running' && call.preview === null
  return isSilent ? { ...call, preview: saidBefore.get(call.id) ?? null } : call
}

const PARAGRAPH = '\n\n'

/** A sub-agent's text of its present step is withdrawn: it will be repeated, or never come. */
function withdrawInside(data: ThreadData, id: CallId): ThreadData {
  const call = data.calls.get(id)
  if (call?.state !== 'running') return data
  const preview = data.saidBefore.get(id) ?? null
  return { ...data, calls: new Map(data.calls).set(id, { ...call, preview }) }
}

/** How many characters of a running call's output are kept, from its end. */
const OUTPUT_KEPT = 20_000

/** The output of a running call, or the text of a running sub-agent, is shown where the result will be. */
function addOutput(data: ThreadData, id: CallId, text: string): ThreadData {
  const call = data.calls.get(id)
  if (call?.state !== 'running') return data
  const preview = ((call.preview ?? '') + text).slice(-OUTPUT_KEPT)
  return { ...data, calls: new Map(data.calls).set(call.id, { ...call, preview }) }
}
