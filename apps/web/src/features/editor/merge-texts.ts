import { carryHunks, hunksOf } from '@countersign/protocol'

/** A person's changes of `base`, applied to another text; undefined: both changed the same lines. */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || mine === base) return theirs
  return theirs === base ? mine : carryHunks(base, hunksOf(base, mine), theirs)
}
