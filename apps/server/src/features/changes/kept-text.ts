import { carryHunks } from '@countersign/protocol'
import type { JudgedHunk } from './changes-view.ts'
import { fitsOf } from './text-change.ts'

/** The text of a file with exactly these hunks applied; undefined: one of them needs lines that are missing. */
export function textWith(base: string | null, hunks: readonly JudgedHunk[]): string | null | undefined {
  let text = base
  for (const { change, fit } of hunks) {
    const now = fitsOf(change, text).find(({ hunk }) => hunk.id === fit.hunk.id)
    // It was already committed.
    if (now?.there === true) continue
    const next = carryHunks(change.before, [fit.hunk], text ?? '')
    if (next === undefined) return undefined
    text = next === '' && change.after === null ? null : next
  }
  return text
}
