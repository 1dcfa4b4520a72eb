import katex from 'katex'

export interface MathJob {
  readonly source: string
  readonly display: boolean
}

/** Most expansions of macros, and the largest size a formula may ask for, in em. */
const EXPANSIONS = 500
const SIZE = 20

/** A formula as MathML: no styles, no fonts, no links. Null: it is not a formula. */
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
    // Its error, or too deep for the stack: the source is shown instead.
    return null
  }
}
