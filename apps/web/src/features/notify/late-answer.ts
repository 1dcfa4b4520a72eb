import { allQuestions } from '../../data/selectors.ts'
import type { View } from '../../data/view.ts'

/** A question that was open longer than this was not seen in time. */
const LATE_MS = 60_000

/** How long the question that a person just answered here had waited, if that was long; otherwise null. */
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
