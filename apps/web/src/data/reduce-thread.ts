import type { CallView, MessageView, ThreadEvent, ThreadSnapshot, TurnView } from '@countersign/protocol'
import type { Streaming, ThreadData } from './view.ts'

const SILENT: Streaming = { turn: null, text: '', reasoning: '' }

/** A thread as the server stored it, up to its last event. */
export function fromSnapshot(snapshot: ThreadSnapshot): ThreadData {
  const { turn, thinking } = snapshot
  const turns = [...(snapshot.ended ?? []), ...(turn === null ? [] : [turn])]
  return {
    thread: snapshot.thread,
    messages: snapshot.messages,
    calls: new Map(snapshot.calls.map((call) => [call.id, call])),
    approvals: new Map(snapshot.approvals.map((approval) => [approval.tool_call_id, approval])),
    turns: new Map(turns.map((other) => [other.id, other])),
    ends: new Map(turns.flatMap(({ id, usage }) => (usage === undefined ? [] : [[id, { cost: usage }]]))),
    streaming: {
      turn: turn?.id ?? null,
      text: snapshot.streaming,
      reasoning: thinking?.text ?? '',
      ...(thinking === undefined ? {} : { thought: { ms: thinking.ms, at: null } }),
    },
    heard: { ms: snapshot.quiet_ms ?? 0, at: null },
    seq: snapshot.seq,
    current: false,
    deleted: false,
  }
}

/** One event of a thread. Events are whole values, so that hearing one twice does no harm. */
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
    case 'chunk':
      return addChunk(data, event, now)
    case 'chunk_withdrawn':
      return data.streaming.turn === event.turn_id && event.parent_id === null
        ? { ...data, streaming: SILENT }
        : data
    case 'tool_output':
      return addOutput(data, event)
    case 'tool_call_update':
      return updateCall(data, event.call)
    case 'tool_approval_request':
    case 'approval_settled':
      return {
        ...data,
        approvals: new Map(data.approvals).set(event.approval.tool_call_id, event.approval),
      }
    case 'budget_exceeded':
      // Its card says it. A turn that ended by it says so itself.
      return data
    case 'cost_summary': {
      const { type: _type, turn_id, ...cost } = event
      return { ...data, ends: new Map(data.ends).set(turn_id, { cost }) }
    }
  }
}

function addMessage(data: ThreadData, message: MessageView): ThreadData {
  const known = data.messages.findIndex((other) => other.id === message.id)
  const messages = known < 0 ? [...data.messages, message] : data.messages.with(known, message)
  // The finished message takes the place of what was streamed.
  const streaming = message.role === 'assistant' ? SILENT : data.streaming
  return { ...data, messages, streaming }
}

function updateTurn(data: ThreadData, turn: TurnView): ThreadData {
  const streaming = hasEnded(turn) && data.streaming.turn === turn.id ? SILENT : data.streaming
  return { ...data, turns: new Map(data.turns).set(turn.id, turn), streaming }
}

export function hasEnded({ state }: TurnView): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

function addChunk(data: ThreadData, chunk: Extract<ThreadEvent, { type: 'chunk' }>, now: number): ThreadData {
  // What a sub-agent says belongs to its call and is not kept; the track shows its calls.
  if (chunk.parent_id !== null) return data
  const before = data.streaming.turn === chunk.turn_id ? data.streaming : SILENT
  const said = { ...before, turn: chunk.turn_id, [chunk.kind]: before[chunk.kind] + chunk.text }
  if (chunk.kind === 'text') return { ...data, streaming: silent(said) }
  const { ms, at } = before.thought ?? { ms: 0, at: null }
  return { ...data, streaming: { ...said, thought: { ms: ms + now - (at ?? now), at: now } } }
}

/** Thinking is over for now: what comes later does not count the time between. */
function silent(streaming: Streaming): Streaming {
  const { thought } = streaming
  return thought === undefined ? streaming : { ...streaming, thought: { ...thought, at: null } }
}

function updateCall(data: ThreadData, call: CallView): ThreadData {
  const streaming = call.turn_id === data.streaming.turn ? silent(data.streaming) : data.streaming
  return { ...data, calls: new Map(data.calls).set(call.id, call), streaming }
}

/** Most characters of a running call's output that are kept: the end of it. */
const OUTPUT_KEPT = 20_000

/** What a running call prints stands where its result will stand. */
function addOutput(data: ThreadData, output: Extract<ThreadEvent, { type: 'tool_output' }>): ThreadData {
  const call = data.calls.get(output.tool_call_id)
  if (call?.state !== 'running') return data
  const preview = ((call.preview ?? '') + output.text).slice(-OUTPUT_KEPT)
  return { ...data, calls: new Map(data.calls).set(call.id, { ...call, preview }) }
}
