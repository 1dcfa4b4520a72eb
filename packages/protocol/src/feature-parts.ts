import { z } from 'zod'
import { isFeatureBody, type CallBody } from './bodies.ts'
import type { ChangePart } from './change-parts.ts'
import { partId } from './hunks.ts'

const FeaturePart = z.looseObject({ label: z.string(), needs: z.array(z.number().int()).optional() })

/**
 * The parts in which a feature's own body can be answered: `parts` of its data, each with a `label` and the indexes of those that it
 * `needs`, counted from 0. Empty: it is answered as a whole.
 */
export function featureParts(body: CallBody): readonly ChangePart[] {
  if (!isFeatureBody(body)) return []
  const read = z.array(FeaturePart).safeParse(body.data['parts'])
  if (!read.success) return []
  const ids = read.data.map(({ label }, index) => partId(label, index))
  return read.data.map(({ label, needs = [] }, index) => {
    const needed = needs.flatMap((place) => ids[place] ?? [])
    return {
      id: ids[index] ?? '',
      line: index + 1,
      removed: 0,
      added: 1,
      label,
      ...(needed.length === 0 ? {} : { needs: needed }),
    }
  })
}
