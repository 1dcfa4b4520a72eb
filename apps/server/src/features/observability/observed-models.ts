import type { JournalEntry } from '@countersign/agent'
import {
  budgetWords,
  type BudgetView,
  type ObservedCall,
  type ThreadId,
  type TurnId,
} from '@countersign/protocol'
import { mask, maskContent } from '../../audit/mask.ts'

export interface StepRow {
  readonly turn_id: TurnId
  readonly seq: number
  readonly entry: JournalEntry
  readonly created_at: number
  /** The end of the previous entry of its turn: only then was the model asked. */
  readonly began_at: number
  readonly thread_id: ThreadId
  readonly thread_title: string
  readonly model: string
}

export interface TroubledTurn {
  readonly id: TurnId
  readonly thread_id: ThreadId
  readonly thread_title: string
  readonly model: string
  readonly status: string
  readonly error: string | { readonly budget: BudgetView } | null
  readonly created_at: number
  readonly ended_at: number | null
}

/** An answer of a model; undefined: the entry is of another kind. */
export function observedModel(row: StepRow): ObservedCall | undefined {
  const { entry, created_at, began_at } = row
  if (entry.kind === 'extension') return undefined
  const { usage } = entry
  const cut = entry.kind === 'model' ? entry.cut : undefined
  const text = entry.kind === 'model' ? entry.text : entry.summary
  return {
    ...ofModel(row),
    id: `${row.turn_id}:${row.seq}`,
    turn_id: row.turn_id,
    title: titleOf(entry),
    state: cut?.by === 'failed' ? 'error' : cut === undefined ? 'done' : 'refused',
    problem: cut === undefined ? null : mask(cut.why.slice(0, 300)),
    at: began_at,
    started_at: began_at,
    ended_at: created_at,
    work_ms: Math.max(0, created_at - began_at),
    bytes: Buffer.byteLength(text),
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cost_usd: usage.costUsd ?? null,
  }
}

/** A turn that failed because of its model or a limit; undefined: it did not fail. */
export function troubledTurn(row: TroubledTurn): ObservedCall | undefined {
  const { error, ended_at } = row
  if (row.status !== 'failed' || error === null || ended_at === null) return undefined
  return {
    ...ofModel(row),
    id: `${row.id}:end`,
    turn_id: row.id,
    title: 'The turn failed',
    state: 'error',
    problem:
      typeof error === 'string'
        ? maskContent(error).slice(0, 300)
        : `used up ${budgetWords(error.budget.reason, error.budget.limit)}`,
    at: ended_at,
    started_at: null,
    ended_at,
    work_ms: null,
    bytes: null,
    input_tokens: null,
    output_tokens: null,
    cost_usd: null,
  }
}

function ofModel({ thread_id, thread_title, model }: Pick<StepRow, 'thread_id' | 'thread_title' | 'model'>) {
  return {
    kind: 'model',
    thread_id,
    thread_title: mask(thread_title),
    name: model,
    decision: null,
    reason: null,
    waiting_ms: 0,
  } as const
}

function titleOf(entry: Exclude<JournalEntry, { readonly kind: 'extension' }>): string {
  if (entry.kind === 'compaction') return 'Summarised the chat'
  const { length } = entry.calls
  return length === 0 ? 'Answered' : length === 1 ? 'Proposed 1 call' : `Proposed ${length} calls`
}
