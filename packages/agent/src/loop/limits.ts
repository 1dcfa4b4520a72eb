/** Limits of one turn. The host may set others. */
export interface Limits {
  readonly depth: number
  /** Model calls on one level. The root asks a person whether to continue; a sub-agent ends with an error. */
  readonly iterations: number
  readonly parallel: number
  readonly subtasks: number
  readonly modelCalls: number
  readonly toolCalls: number
  /** Milliseconds of work, without the time spent waiting for a person. */
  readonly wallClock: number
  /** Calls with an effect; null: no cap. */
  readonly writes: number | null
  /** US dollars, as far as prices are known; null: no cap. */
  readonly cost: number | null
  /** Bytes of one result that go back to the model. */
  readonly resultBytes: number
  /** Bytes of text and arguments in one answer of the model. */
  readonly answerBytes: number
  /** Tokens of history before it is compacted; fewer where the model's own window is smaller. */
  readonly historyTokens: number
  /** Wrong payloads of `finish_subtask` that are fed back. */
  readonly schemaRetries: number
}

export const DEFAULT_LIMITS: Limits = {
  depth: 3,
  iterations: 20,
  parallel: 8,
  subtasks: 32,
  modelCalls: 60,
  toolCalls: 200,
  wallClock: 180_000,
  writes: null,
  cost: null,
  resultBytes: 50_000,
  answerBytes: 1_000_000,
  historyTokens: 128_000,
  schemaRetries: 3,
}
