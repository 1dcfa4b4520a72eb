import type { Call, CallResult } from '@countersign/agent'
import { explain, type Decision } from '@countersign/policy'
import type { CallId, CallState, ObservedCall, ObservedState, ThreadId, TurnId } from '@countersign/protocol'
import { mask, maskContent } from '../../audit/mask.ts'

/** Characters of a problem that are shown. */
const PROBLEM_LENGTH = 300

/** States of a call, by outcome. */
export const STATES_OF: Readonly<Record<ObservedState, CallState[]>> = {
  error: ['failed', 'interrupted', 'abandoned'],
  waiting: ['proposed', 'waiting', 'approved'],
  running: ['running'],
  done: ['succeeded'],
  refused: ['blocked', 'denied', 'expired', 'cancelled'],
}

export interface ToolRow {
  readonly id: CallId
  readonly number: number
  readonly thread_id: ThreadId
  readonly thread_title: string
  readonly turn_id: TurnId | null
  readonly tool: string
  readonly state: CallState
  readonly frozen: Call
  readonly decision: Decision | null
  readonly decided_at: number | null
  readonly proposed_at: number
  readonly started_at: number | null
  readonly ended_at: number | null
  readonly result: CallResult | null
}

/** A tool call. The time spent waiting for a person is separate from its work. */
export function observedTool(row: ToolRow, now: number): ObservedCall {
  const { decision, result, started_at, ended_at, proposed_at } = row
  const state = stateOf(row.state)
  const asked = decision?.verdict === 'ask'
  return {
    id: row.id,
    kind: 'tool',
    thread_id: row.thread_id,
    thread_title: mask(row.thread_title),
    turn_id: row.turn_id,
    name: mask(row.tool),
    title: mask(row.frozen.title),
    state,
    problem: state === 'error' || state === 'refused' ? problemOf(row) : null,
    decision: decision?.verdict ?? null,
    reason: decision === null ? null : mask(explain(decision)),
    at: proposed_at,
    started_at,
    ended_at,
    waiting_ms: asked ? Math.max(0, (row.decided_at ?? ended_at ?? now) - proposed_at) : 0,
    work_ms: started_at === null ? null : Math.max(0, (ended_at ?? now) - started_at),
    bytes: result === null ? null : Buffer.byteLength(result.text),
    input_tokens: null,
    output_tokens: null,
    cost_usd: null,
  }
}

function stateOf(state: CallState): ObservedState {
  const found = ObservedStates.find((one) => STATES_OF[one].includes(state))
  if (found === undefined) throw new Error(`nobody says what a call that is ${state} became`)
  return found
}

const ObservedStates = ['error', 'waiting', 'running', 'done', 'refused'] as const

function problemOf({ result, state }: ToolRow): string {
  const [first = ''] = maskContent(result?.text ?? '')
    .trim()
    .split('\n')
  const code = mask(result?.code ?? state)
  return first === '' ? code : `${code}: ${first.slice(0, PROBLEM_LENGTH)}`
}
