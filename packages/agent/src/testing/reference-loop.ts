import type { Limits } from '../loop/limits.ts'

/** A call of a random script. */
export type PlannedCall =
  | { readonly kind: 'read' | 'fail' | 'unknown' | 'broken' | 'ask' | 'serial'; readonly value: string }
  | { readonly kind: 'sub'; readonly plan: Plan; readonly payloads: readonly boolean[] | undefined }

export interface PlannedStep {
  readonly text: string
  readonly calls: readonly PlannedCall[]
}

/** The script of one agent, step by step. After the last step it says `done <title>`, or hands in its result. */
export interface Plan {
  readonly title: string
  readonly steps: readonly PlannedStep[]
}

/** The result of a call, as the model reads it. */
export interface SeenResult {
  readonly isError: boolean
  /** Null for errors: other tests check their words. */
  readonly text: string | null
}

export interface Expected {
  readonly kind: 'answered' | 'failed' | 'over_budget'
  readonly text: string
  /** The results that each agent read, by title, in order. */
  readonly seen: ReadonlyMap<string, readonly SeenResult[]>
  /** Values of calls that had their effect. */
  readonly effects: readonly string[]
  readonly modelCalls: number
  readonly toolCalls: number
  readonly subtasks: number
}

/**
 * The loop, slow and obvious: no events, no promises, no gate, one agent after the other. Predicts a turn that no budget stops except the
 * steps of its root.
 */
export function referenceTurn(root: Plan, limits: Limits): Expected {
  const seen = new Map<string, SeenResult[]>()
  const effects: string[] = []
  const used = { modelCalls: 0, toolCalls: 0, subtasks: 0 }
  const end = agent(root, 0, undefined)
  const failed = end.usedUp === true ? 'over_budget' : 'failed'
  return { kind: end.ok ? 'answered' : failed, text: end.said.join('\n\n'), seen, effects, ...used }

  function agent(
    plan: Plan,
    depth: number,
    payloads: readonly boolean[] | undefined,
  ): {
    readonly ok: boolean
    readonly said: readonly string[]
    readonly handed?: string
    readonly usedUp?: true
  } {
    const said: string[] = []
    const read: SeenResult[] = []
    seen.set(plan.title, read)
    let wrong = 0
    for (let step = 0; step < limits.iterations; step += 1) {
      used.modelCalls += 1
      const planned = plan.steps[step]
      if (planned) {
        if (planned.text !== '') said.push(planned.text)
        if (planned.calls.length === 0) return { ok: payloads === undefined, said }
        for (const call of planned.calls) read.push(made(call, depth))
        continue
      }
      if (payloads === undefined) return { ok: true, said: [...said, `done ${plan.title}`] }
      const fits = payloads[step - plan.steps.length]
      if (fits === undefined) return { ok: false, said: [...said, 'gives up'] }
      used.toolCalls += 1
      if (fits) return { ok: true, said, handed: '{"n":1}' }
      read.push({ isError: true, text: null })
      wrong += 1
      if (wrong > limits.schemaRetries) return { ok: false, said }
    }
    return { ok: false, said, usedUp: true }
  }

  function made(call: PlannedCall, depth: number): SeenResult {
    used.toolCalls += 1
    if (call.kind === 'sub') {
      used.subtasks += 1
      if (depth >= limits.depth) return { isError: true, text: null }
      const end = agent(call.plan, depth + 1, call.payloads)
      return end.ok
        ? { isError: false, text: end.handed ?? end.said.join('\n\n') }
        : { isError: true, text: null }
    }
    const { kind, value } = call
    if (kind === 'unknown' || kind === 'broken') return { isError: true, text: null }
    if (kind === 'ask' && value.startsWith('no')) return { isError: true, text: null }
    effects.push(value)
    return kind === 'fail' ? { isError: true, text: null } : { isError: false, text: `did ${value}` }
  }
}
