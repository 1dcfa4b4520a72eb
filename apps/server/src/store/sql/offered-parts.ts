import type { Call } from '@countersign/agent'
import {
  changePart,
  featureParts,
  hunksOf,
  PARTS_LIMIT,
  type CallBody,
  type ChangePart,
} from '@countersign/protocol'

/**
 * The parts in which a person can answer a change; undefined: it is answered as a whole. They are the parts of the real change. If masking
 * hides one of them, or moves its lines, `shown` has different parts than the change, and nobody could see what they sign.
 */
export function offeredParts(
  { inParts, body }: Pick<Call, 'inParts' | 'body'>,
  shown: CallBody,
): readonly ChangePart[] | undefined {
  if (inParts !== true) return undefined
  if (body.kind !== 'write') return ofFeature(body, shown)
  if (shown.kind !== 'write') return undefined
  const parts = hunksOf(body.before, body.after).map(changePart)
  if (parts.length < 2 || parts.length > PARTS_LIMIT) return undefined
  if (shown.before === body.before && shown.after === body.after) return parts
  const masked = hunksOf(shown.before, shown.after).map(changePart)
  return masked.length === parts.length && masked.every((part, index) => isInPlaceOf(part, parts[index]))
    ? parts
    : undefined
}

function isInPlaceOf(masked: ChangePart, real: ChangePart | undefined): boolean {
  return masked.line === real?.line && masked.removed === real.removed && masked.added === real.added
}

/** For a feature's own body: its listed parts, if all of it is shown. */
function ofFeature(body: CallBody, shown: CallBody): readonly ChangePart[] | undefined {
  const parts = featureParts(body)
  if (parts.length < 2 || parts.length > PARTS_LIMIT) return undefined
  return JSON.stringify(featureParts(shown)) === JSON.stringify(parts) ? parts : undefined
}
