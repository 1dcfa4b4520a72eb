/** The policy's verdict on a call, lightest first. */
export type Verdict = 'run' | 'ask' | 'block'

const WEIGHT: Readonly<Record<Verdict, number>> = { run: 0, ask: 1, block: 2 }

/** The stricter of two verdicts. Parts, forms and alternatives combine only with this function. */
export function strictest(a: Verdict, b: Verdict): Verdict {
  return WEIGHT[a] >= WEIGHT[b] ? a : b
}

/** True when `a` is stricter than `b`. */
export function isStricter(a: Verdict, b: Verdict): boolean {
  return WEIGHT[a] > WEIGHT[b]
}
