import { DEFAULT_LIMITS, type Limits } from '@countersign/agent'
import { LimitName, type LimitChange, type LimitView, type UserId } from '@countersign/protocol'
import { z } from 'zod'
import { WORKSPACE_SCOPE, type SettingsStore } from './ports.ts'

/** One limit: its names, and its valid values. */
interface LimitSpec {
  readonly variable: string
  readonly unit: LimitView['unit']
  /** Null: no limit. */
  readonly shipped: number | null
  readonly least: number
  readonly most: number
}

/** Seconds of a week: nothing that a machine does for a person takes longer. */
const WEEK = 7 * 24 * 3600
const COUNT = { unit: 'count', least: 1, most: 1_000_000 } as const
const SECONDS = { unit: 'seconds', least: 0.001, most: WEEK } as const
/** Node's HTTP client itself disconnects after five minutes of silence. */
const SILENCE = { ...SECONDS, most: 300 } as const
const BYTES = { unit: 'bytes', least: 1000, most: 100_000_000 } as const

const SPECS: Readonly<Record<LimitName, LimitSpec>> = {
  steps: { variable: 'COUNTERSIGN_MAX_STEPS', shipped: DEFAULT_LIMITS.iterations, ...COUNT },
  work: { variable: 'COUNTERSIGN_MAX_WORK', shipped: DEFAULT_LIMITS.wallClock / 1000, ...SECONDS },
  model_calls: { variable: 'COUNTERSIGN_MAX_MODEL_CALLS', shipped: DEFAULT_LIMITS.modelCalls, ...COUNT },
  tool_calls: { variable: 'COUNTERSIGN_MAX_TOOL_CALLS', shipped: DEFAULT_LIMITS.toolCalls, ...COUNT },
  writes: { variable: 'COUNTERSIGN_MAX_WRITES', shipped: DEFAULT_LIMITS.writes, ...COUNT },
  cost: {
    variable: 'COUNTERSIGN_MAX_COST',
    unit: 'dollars',
    shipped: DEFAULT_LIMITS.cost,
    least: 0.000_001,
    most: 1_000_000,
  },
  subtasks: { variable: 'COUNTERSIGN_MAX_SUBTASKS', shipped: DEFAULT_LIMITS.subtasks, ...COUNT },
  depth: { variable: 'COUNTERSIGN_MAX_DEPTH', shipped: DEFAULT_LIMITS.depth, ...COUNT, least: 0, most: 20 },
  parallel: { variable: 'COUNTERSIGN_MAX_PARALLEL', shipped: DEFAULT_LIMITS.parallel, ...COUNT, most: 100 },
  history_tokens: {
    variable: 'COUNTERSIGN_MAX_HISTORY',
    unit: 'tokens',
    shipped: DEFAULT_LIMITS.historyTokens,
    least: 1000,
    most: 10_000_000,
  },
  result_bytes: { variable: 'COUNTERSIGN_MAX_RESULT', shipped: DEFAULT_LIMITS.resultBytes, ...BYTES },
  answer_bytes: { variable: 'COUNTERSIGN_MAX_ANSWER', shipped: DEFAULT_LIMITS.answerBytes, ...BYTES },
  model_start: { variable: 'COUNTERSIGN_MODEL_START', shipped: 60, ...SILENCE },
  model_silence: { variable: 'COUNTERSIGN_MODEL_SILENCE', shipped: 120, ...SILENCE },
  local_model_silence: { variable: 'COUNTERSIGN_LOCAL_MODEL_SILENCE', shipped: 300, ...SILENCE },
}

/** Every limit, in its own unit; null: no limit. */
export type LimitValues = Readonly<Record<LimitName, number | null>>

/** Keeps the names: `LimitName` is the list. */
function each(valueOf: (name: LimitName, spec: LimitSpec) => number | null): LimitValues {
  const values = LimitName.options.map((name) => [name, valueOf(name, SPECS[name])])
  return Object.fromEntries(values) as LimitValues // has every name of the list, from the loop above
}

/** The limits from an environment. An invalid value is reported as a message. */
export function limitsIn(
  env: NodeJS.ProcessEnv,
): { readonly ok: true; readonly limits: LimitValues } | { readonly ok: false; readonly message: string } {
  const given = (variable: string) => env[variable] || undefined
  for (const name of LimitName.options) {
    const spec = SPECS[name]
    const text = given(spec.variable)
    const problem = text === undefined ? undefined : whyNot(spec, Number(text))
    if (problem !== undefined) return { ok: false, message: `\`${spec.variable}\` must be ${problem}` }
  }
  const limits = each((_name, { variable, shipped }) => {
    const text = given(variable)
    return text === undefined ? shipped : Number(text)
  })
  return { ok: true, limits }
}

/** Undefined: the value is valid for the limit. */
function whyNot({ unit, least, most }: LimitSpec, value: number): string | undefined {
  const whole = unit === 'count' || unit === 'tokens' || unit === 'bytes'
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return undefined
  const noun = {
    count: '',
    seconds: ' of seconds',
    dollars: ' of US dollars',
    tokens: ' of tokens',
    bytes: ' of bytes',
  }
  return `${whole ? 'a whole number' : 'a number'}${noun[unit]} from ${least} to ${most}`
}

/** The limits of one turn in the loop's form. */
export function turnLimits(values: LimitValues): Limits {
  const or = (name: LimitName, shipped: number) => values[name] ?? shipped
  return {
    iterations: or('steps', DEFAULT_LIMITS.iterations),
    wallClock: or('work', DEFAULT_LIMITS.wallClock / 1000) * 1000,
    modelCalls: or('model_calls', DEFAULT_LIMITS.modelCalls),
    toolCalls: or('tool_calls', DEFAULT_LIMITS.toolCalls),
    writes: values.writes,
    cost: values.cost,
    subtasks: or('subtasks', DEFAULT_LIMITS.subtasks),
    depth: or('depth', DEFAULT_LIMITS.depth),
    parallel: or('parallel', DEFAULT_LIMITS.parallel),
    historyTokens: or('history_tokens', DEFAULT_LIMITS.historyTokens),
    resultBytes: or('result_bytes', DEFAULT_LIMITS.resultBytes),
    answerBytes: or('answer_bytes', DEFAULT_LIMITS.answerBytes),
    schemaRetries: DEFAULT_LIMITS.schemaRetries,
  }
}

/** The limits of this server: a person's setting, otherwise the environment, otherwise the shipped value. */
export interface SetLimits {
  list(): Promise<readonly LimitView[]>
  /** The effective values. */
  values(): Promise<LimitValues>
  /** Undefined: done. A sentence: the value is invalid, and nothing was changed. */
  change(user: UserId, change: LimitChange): Promise<string | undefined>
}

export const LIMITS_SETTING = 'limits'
export const StoredLimits = z.record(z.string(), z.unknown()).catch({})

export function setLimits(store: SettingsStore, standard: LimitValues): SetLimits {
  /** The valid stored values: invalid ones, such as of another version, are ignored. */
  async function chosen(): Promise<Partial<Record<LimitName, number>>> {
    const stored = StoredLimits.parse(await store.get(WORKSPACE_SCOPE, LIMITS_SETTING))
    return Object.fromEntries(
      LimitName.options.flatMap((name) => {
        const value = stored[name]
        return typeof value === 'number' && whyNot(SPECS[name], value) === undefined ? [[name, value]] : []
      }),
    )
  }
  return {
    async list() {
      const own = await chosen()
      return LimitName.options.map((name) => {
        const { unit, variable } = SPECS[name]
        return { name, unit, variable, value: own[name] ?? null, standard: standard[name] }
      })
    },
    async values() {
      return { ...standard, ...(await chosen()) }
    },
    async change(user, change) {
      for (const name of LimitName.options) {
        const value = change[name] ?? null
        const problem = value === null ? undefined : whyNot(SPECS[name], value)
        if (problem !== undefined) return `\`${name}\` must be ${problem}`
      }
      const next = { ...(await chosen()), ...change }
      const kept = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null))
      await store.set(WORKSPACE_SCOPE, LIMITS_SETTING, kept, { user, kind: 'limits_set', data: change })
      return undefined
    },
  }
}
