import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import type { DiagramColours } from './render-diagram.ts'
import { drawDiagram } from './renderers.ts'
import { useColours } from './use-colours.ts'
import { useDrawn } from './use-drawn.ts'

/**
 * A diagram as an image, which runs no script and fetches nothing. `children` is its code, shown until it is rendered and if it cannot be.
 */
export function Diagram({ source, children }: { source: string; children: ReactNode }) {
  const colours: DiagramColours = useColours()
  const svg = useDrawn(drawDiagram, { source, colours })
  if (svg === null) return children
  return (
    <figure className="my-2">
      <div
        className="overflow-x-auto rounded-control border border-line bg-raised p-2"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={texts.diagram}
      >
        <img
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={texts.diagram}
          className="mx-auto block h-auto max-h-[32rem] max-w-full"
        />
      </div>
      <details>
        <summary className="min-h-6 text-hint text-ink-3">{texts.diagramCode}</summary>
        {children}
      </details>
    </figure>
  )
}
