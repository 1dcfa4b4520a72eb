import type { Plan, PlannedCall, PlannedStep } from './reference-loop.ts'

/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const KINDS = ['read', 'read', 'fail', 'unknown', 'broken', 'ask', 'serial', 'sub', 'sub'] as const

/** A tree of agents, their steps and calls. With `width` 1 every step has one call. */
export function randomPlan(pick: (below: number) => number, width: number): Plan {
  let titles = 0
  let values = 0
  return plan(0)

  function plan(depth: number): Plan {
    titles += 1
    const title = `agent${titles}`
    const steps = Array.from({ length: pick(depth === 0 ? 6 : 4) }, (): PlannedStep => {
      // Now and then an agent ends early with a text and no call.
      const calls = pick(12) === 0 ? 0 : 1 + pick(width)
      return {
        text: pick(2) === 0 ? '' : `word ${pick(100)}`,
        calls: Array.from({ length: calls }, () => call(depth)),
      }
    })
    return { title, steps: pick(25) === 0 ? repeated(steps) : steps }
  }

  /** More steps than a level may have. */
  function repeated(steps: readonly PlannedStep[]): readonly PlannedStep[] {
    values += 1
    const again: PlannedStep = { text: '', calls: [{ kind: 'read', value: `again ${values}` }] }
    return [...steps, ...Array.from({ length: 25 }, () => again)]
  }

  function call(depth: number): PlannedCall {
    const kind = KINDS[pick(depth > 3 ? KINDS.length - 2 : KINDS.length)] ?? 'read'
    values += 1
    if (kind !== 'sub') return { kind, value: `${pick(3) === 0 ? 'no' : 'yes'} ${values}` }
    const payloads = pick(3) === 0 ? Array.from({ length: pick(6) }, () => pick(3) === 0) : undefined
    return { kind, plan: plan(depth + 1), payloads }
  }
}
