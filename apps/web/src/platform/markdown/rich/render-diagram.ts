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

/** Longest image, in characters. */
const LONGEST = 1_000_000

/** A diagram as an SVG file, for an image. Null: it cannot be drawn. */
export function renderDiagram({ source, colours }: DiagramJob): string | null {
  try {
    const svg = renderMermaidSVG(source, {
      ...colours,
      font: 'Atkinson Hyperlegible Next Variable',
      padding: 16,
      transparent: true,
    })
    // An image fetches nothing, but the file must not contain a URL either.
    return svg.length > LONGEST ? null : svg.replaceAll(/@import url\([^)]*\);/g, '')
  } catch {
    // An unknown kind of diagram, or a syntax error: the code is shown instead.
    return null
  }
}
