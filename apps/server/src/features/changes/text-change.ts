import { backwards, carryHunks, hunkPlaces, hunksOf, type CallId, type Hunk } from '@countersign/protocol'

/** One call's change to the text of one file. Null: the file did not, or does not, exist. */
export interface TextChange {
  readonly call: CallId
  readonly before: string | null
  readonly after: string | null
  readonly hunks: readonly Hunk[]
}

export function textChange(call: CallId, before: string | null, after: string | null): TextChange {
  return { call, before, after, hunks: hunksOf(before, after ?? '') }
}

/** How one hunk relates to the present text. */
export interface HunkFit {
  readonly hunk: Hunk
  /** Its change is in the text. */
  readonly there: boolean
  /** It is not, but can be applied again. */
  readonly canReturn: boolean
  /** Its line in the present text, or in the text that its call left; counted from 0. */
  readonly line: number
}

/** Locates the hunks of a change in the present text. */
export function fitsOf({ before, after, hunks }: TextChange, now: string | null): readonly HunkFit[] {
  const undoing = hunkPlaces(after, now ?? '')
  const doing = hunkPlaces(before, now ?? '')
  return backwards(hunks).flatMap((back, index) => {
    const hunk = hunks[index]
    if (hunk === undefined) return []
    const again = doing(hunk)
    const at = undoing(back)
    // Removed lines could reappear anywhere: the removal holds as long as they are missing.
    const there = at !== undefined && (hunk.added.length > 0 || again === undefined)
    const line = there ? at : (again ?? back.line)
    return [{ hunk, there, canReturn: !there && again !== undefined, line }]
  })
}

/** The text without these hunks, or with undone ones applied again. Undefined: the same lines changed later, or there is nothing to do. */
export function turnedBack(
  change: TextChange,
  ids: readonly string[],
  now: string | null,
  { back }: { readonly back: boolean },
): string | undefined {
  const wanted = new Set(ids)
  const fits = fitsOf(change, now).filter(({ hunk }) => wanted.has(hunk.id))
  if (fits.length === 0 || !fits.every((fit) => (back ? fit.canReturn : fit.there))) return undefined
  const way = back ? change.hunks : backwards(change.hunks)
  const chosen = way.filter(({ id }) => wanted.has(id))
  return carryHunks(back ? change.before : change.after, chosen, now ?? '')
}
