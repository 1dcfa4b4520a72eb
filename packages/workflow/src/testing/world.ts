import { canonicalJson } from '@countersign/protocol/canonical'
import { isRecord, type Json } from '../json.ts'
import type { NodeRun, RunOutcome } from '../plan/plan.ts'

/** Answers every call deterministically from node, item, attempt and inputs. */
export type World = (run: Pick<NodeRun, 'node' | 'item' | 'try' | 'inputs'>) => RunOutcome

/** Masks failures: which of several failures a body reports depends on timing, so all of them compare as equal. */
export function masked(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => masked(item))
  if (!isRecord(value)) return value
  if (typeof value['code'] === 'string' && Array.isArray(value['item'])) return 'error'
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, Json>>).map(([key, one]) => [key, masked(one)]),
  )
}

/** Within the bounds of random graphs, and outside of them. */
const PATHS = ['out/0', 'out/1', 'out/2', 'in/0', 'out/../in/1', 'out/a/b']

export function worldOf(seed: number): World {
  return ({ node, item, try: attempt, inputs }) => {
    const hash = mix(`${seed} ${node} ${item.join(',')} ${attempt} ${canonicalJson(masked(inputs))}`)
    if (hash % 6 === 0)
      return { state: 'failed', error: { code: hash % 12 === 0 ? 'denied' : 'broken', message: 'no' } }
    const bit = (at: number) => (hash >>> at) % 2 === 1
    return {
      state: 'done',
      outputs: {
        value: (hash >>> 4) % 4,
        flag: bit(7),
        list: Array.from({ length: (hash >>> 9) % 4 }, (_one, at) => at),
        path: PATHS[(hash >>> 11) % PATHS.length] ?? '',
        ...(bit(13) ? { maybe: 1 } : {}),
      },
    }
  }
}

function mix(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ (text.codePointAt(at) ?? 0), 0x01_00_01_93)
  }
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c_1b_3c_6d) >>> 0
}
