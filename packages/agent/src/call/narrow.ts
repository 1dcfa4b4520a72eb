import {
  answeredPartsText,
  changePart,
  featureParts,
  hunksOf,
  withNeededParts,
  type ChangePart,
  type Hunk,
  type Signature,
} from '@countersign/protocol'
import type { Call, CallResult } from './call.ts'

/** A change of which a person signed only some parts: nothing else may happen. */
export interface Narrowed {
  /** The text that the parts were shown against. */
  readonly base: string | null
  /** The signed parts of a text, from top to bottom. */
  readonly accepted: readonly Hunk[]
  /** The ids of all parts that were signed. */
  readonly ids: readonly string[]
  /** Which parts were accepted and which declined, and the person's words: for the model. */
  readonly words: string
}

export type Narrowing =
  | { readonly ok: true; readonly narrowed: Narrowed | undefined }
  | { readonly ok: false; readonly result: CallResult }

/**
 * Returns what a signature allows: the whole call, or the parts that it names. If anything is wrong with the parts, the call does not run,
 * so a mistake never widens the yes.
 */
export function narrowing({ inParts, body }: Call, signature: Signature | null): Narrowing {
  const parts = signature?.parts
  if (parts === undefined) return { ok: true, narrowed: undefined }
  if (inParts !== true) return UNKNOWN
  if (body.kind !== 'write') return narrowedParts(featureParts(body), parts, signature?.feedback)
  const hunks = hunksOf(body.before, body.after)
  const signed = new Set(parts.signed)
  const accepted = hunks.filter(({ id }) => signed.has(id))
  if (accepted.length === 0 || accepted.length !== signed.size || hunks.length !== parts.of) return UNKNOWN
  const words = answeredPartsText(hunks.map(changePart), parts.signed, signature?.feedback)
  return { ok: true, narrowed: { base: body.before, accepted, ids: parts.signed, words } }
}

/** Narrows a body whose kind a feature defines. A part that needs another cannot be signed without it. */
function narrowedParts(
  offered: readonly ChangePart[],
  { signed, of }: NonNullable<Signature['parts']>,
  feedback: string | undefined,
): Narrowing {
  const named = new Set(signed)
  const whole = withNeededParts(offered, named)
  if (whole.length === 0 || whole.length !== named.size || offered.length !== of) return UNKNOWN
  const words = answeredPartsText(offered, signed, feedback)
  return { ok: true, narrowed: { base: null, accepted: [], ids: whole, words } }
}

const UNKNOWN: Narrowing = {
  ok: false,
  result: {
    state: 'failed',
    code: 'stale',
    text: 'did not run: the parts that were signed are not those of this change; propose it again',
  },
}
