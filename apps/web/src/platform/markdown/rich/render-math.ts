import katex from 'katex'

export interface MathJob {
  readonly source: string
  readonly display: boolean
}

/** Limits on macro expansions and on the size that a formula may request, in em. */
const EXPANSIONS = 500
const SIZE = 20

/** A formula as MathML: no styles, fonts or links. Null: it is not a formula. */
export function renderMath({ source, display }: MathJob): string | null {
  try {
    return katex.renderToString(source, {
      output: 'mathml',
      displayMode: display,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: EXPANSIONS,
      maxSize: SIZE,
    })
  } catch {
    // A parse error, or nesting too deep for the stack: the source is shown instead.
    return null
  }
}
