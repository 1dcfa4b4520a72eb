import { chance, mutated } from './mutate.ts'
import { readKept } from './kept.ts'
import type { Target } from './targets.ts'

export interface Finding {
  readonly kind: 'broken' | 'slow'
  readonly input: string
  readonly message: string
}

export interface Fuzzed {
  readonly runs: number
  /** Inputs that triggered new behaviour, the old ones first. */
  readonly kept: readonly string[]
  readonly finding: Finding | undefined
  /** The longest CPU time of one input in milliseconds, taken from its fastest run. */
  readonly slowest: number
}

/** How many inputs are kept, and their maximum length in characters. */
const MOST = 120
const LONGEST_KEPT = 300
/** CPU milliseconds that an input may take in its fastest run. */
const SLOW = 250

/** Tries mutated inputs until the time is up or a law is broken. */
export async function fuzz(
  target: Target,
  options: { readonly seconds: number; readonly seed: number },
): Promise<Fuzzed> {
  const random = chance(options.seed)
  const kept = [...readKept(target.name)]
  const known = new Set<string>()
  for (const input of kept) known.add(await target.run(input))
  const texts = [...target.seeds(), ...kept]
  const end = performance.now() + options.seconds * 1000
  let runs = 0
  let slowest = 0
  while (performance.now() < end) {
    const input = mutated(random, texts)
    runs += 1
    const tried = await attempt(target, input)
    if (!tried.ok) return { runs, kept, slowest, finding: { kind: 'broken', input, message: tried.message } }
    if (tried.took > slowest)
      slowest = Math.max(slowest, tried.took > SLOW / 4 ? await quickest(target, input) : tried.took)
    if (slowest > SLOW)
      return {
        runs,
        kept,
        slowest,
        finding: { kind: 'slow', input, message: `${Math.round(slowest)} ms for ${input.length} characters` },
      }
    if (known.has(tried.words) || input.length > LONGEST_KEPT || kept.length >= MOST) continue
    known.add(tried.words)
    kept.push(input)
    texts.push(input)
  }
  return { runs, kept, slowest, finding: undefined }
}

type Tried =
  | { readonly ok: true; readonly words: string; readonly took: number }
  | { readonly ok: false; readonly message: string }

async function attempt(target: Target, input: string): Promise<Tried> {
  const began = process.cpuUsage()
  try {
    const words = await target.run(input)
    const { user } = process.cpuUsage(began)
    return { ok: true, words, took: user / 1000 }
  } catch (cause) {
    return { ok: false, message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}

/** The JIT and the garbage collector slow down random inputs, so the fastest of a few runs is used. */
async function quickest(target: Target, input: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 4; tries += 1) {
    const tried = await attempt(target, input)
    if (tried.ok) best = Math.min(best, tried.took)
  }
  return best
}
