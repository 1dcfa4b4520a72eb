import { renderMermaidSVG } from 'beautiful-mermaid'

/** Colours of the page. */
export interface DiagramColours {
  readonly bg: string
  readonly fg: string
  readonly line: string
  readonly accent: string
  readonly muted: string
  readonly surface: string
  readonly border: string
}

export interface DiagramJob {
  readonly source: string
  readonly colours: DiagramColours
}

/** Longest picture, in characters. */
const LONGEST = 1_000_000

/** A diagram as an SVG file, for an image. Null: it is none that can be drawn. */
export function renderDiagram({ source, colours }: DiagramJob): string | null {
  try {
    const svg = renderMermaidSVG(source, {
      ...colours,
      font: 'Atkinson Hyperlegible Next Variable',
      padding: 16,
      transparent: true,
    })
    // An image fetches nothing, but the file is not to name an address either.
    return svg.length > LONGEST ? null : svg.replaceAll(/@import url\([^)]*\);/g, '')
  } catch {
    // Not a kind of diagram that is known, or a mistake in it: the code is shown instead.
    return null
  }
}
