import { collectionRoutes } from '@countersign/protocol'
import { call } from '../../data/http.ts'
import type { MentionEntry } from '../../platform/feature.ts'
import { texts } from './texts.ts'

/** Maximum number of suggested collections. */
const SHOWN = 5

/** Collections that match the text after an `@`. */
export async function mentioned(wanted: string, signal: AbortSignal): Promise<readonly MentionEntry[]> {
  const answer = await call(collectionRoutes.list, {}, signal)
  if (!answer.ok) return []
  return answer.value.collections
    .filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
    .slice(0, SHOWN)
    .map(({ name }) => ({ name, about: texts.mention }))
}
