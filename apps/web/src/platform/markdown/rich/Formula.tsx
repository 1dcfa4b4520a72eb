import { mathElements } from './math-elements.ts'
import { drawMath } from './renderers.ts'
import { useDrawn } from './use-drawn.ts'

export interface FormulaProps {
  readonly source: string
  /** The source as written, delimiters included. */
  readonly raw: string
  readonly display: boolean
}

/** A formula. Its source is shown until it is rendered, and if it cannot be. */
export function Formula({ source, raw, display }: FormulaProps) {
  const xml = useDrawn(drawMath, { source, display })
  const math = xml === null ? null : mathElements(xml)
  if (math === null) return <code className="font-mono text-[0.93em] whitespace-pre-wrap">{raw.trim()}</code>
  return display ? (
    <span
      className="my-2 block overflow-x-auto overflow-y-hidden py-1 text-[1.1em] [&_mtd]:px-[0.4em] [&_mtd]:py-[0.2em]"
      data-formula="display"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
      tabIndex={0}
      role="group"
    >
      {math}
    </span>
  ) : (
    <span data-formula="inline">{math}</span>
  )
}
