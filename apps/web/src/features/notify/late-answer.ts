import { allQuestions } from '../../data/selectors.ts'
import type { View } from '../../data/view.ts'

/** A question that stood open longer than this was not seen in time. */
const LATE_MS = 60_000

/** How long a question had waited that a person here has just answered, if that was long; else null. */
export function lateAnswer(before: View, after: View, now: number): number | null {
  if (before.answers === after.answers) return null
  for (const { call, approval } of allQuestions(before)) {
    const given = after.answers.get(call.id)
    const isNew = before.answers.get(call.id) === undefined
    if (!isNew || (given?.state !== 'sending' && given?.state !== 'held')) continue
    if (now - approval.asked_at >= LATE_MS) return now - approval.asked_at
  }
  return null
}
