/** A change as its lines tell it, blanks folded. */
export interface Change {
  readonly file: string
  readonly from: string
  readonly to: string
}

interface Reasoned extends Change {
  readonly why: string
}

/** Changes that no input can tell from the code as it is. */
const EQUIVALENT: readonly Reasoned[] = []

export function isEquivalent({ file, from, to }: Change): boolean {
  return EQUIVALENT.some((known) => known.file === file && known.from === from && known.to === to)
}
