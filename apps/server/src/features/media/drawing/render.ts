import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { harmlessSvg } from './harmless-svg.ts'
import { DrawingRefused } from './xml.ts'

export type DrawingKind = 'svg' | 'mermaid' | 'dot' | 'vega_lite'

export interface Drawing {
  readonly kind: DrawingKind
  readonly text: string
}

/** A drawing as a picture. */
export interface Rendered {
  readonly png: Buffer
  readonly width: number
  readonly height: number
  /** Parts that were not drawn because they could do harm: `<script>`, `href`. */
  readonly leftOut: readonly string[]
}

const FONT = 'Atkinson Hyperlegible Next'
/** Longest side of the picture, in pixels; smaller drawings are enlarged, so that they are sharp on every screen. */
const SIDE = 4000
const ENLARGE = 2

/** Draws. Loads only the library for this kind. Throws `DrawingRefused` with a reason for people. */
export async function render({ kind, text }: Drawing): Promise<Rendered> {
  const { svg, leftOut } = harmlessSvg(await svgOf(kind, text))
  const { Resvg } = await import('@resvg/resvg-js')
  const options = { font: fonts(), background: '#ffffff', logLevel: 'off' as const }
  const size = measured(() => new Resvg(svg, options))
  const longest = Math.max(size.width, size.height)
  const value = Math.min(ENLARGE, SIDE / longest)
  const picture = measured(() => new Resvg(svg, { ...options, fitTo: { mode: 'zoom', value } }).render())
  return { png: picture.asPng(), width: picture.width, height: picture.height, leftOut }
}

/** The renderer's own messages are about Rust. */
function measured<T extends { readonly width: number; readonly height: number }>(make: () => T): T {
  try {
    const made = make()
    if (made.width > 0 && made.height > 0) return made
  } catch (cause) {
    throw new DrawingRefused(
      `the SVG cannot be drawn: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
  }
  throw new DrawingRefused('the SVG has no size')
}

async function svgOf(kind: DrawingKind, text: string): Promise<string> {
  switch (kind) {
    case 'svg':
      return text
    case 'mermaid':
      return mermaidSvg(text)
    case 'dot':
      return dotSvg(text)
    case 'vega_lite':
      return vegaSvg(text)
  }
}

async function mermaidSvg(text: string): Promise<string> {
  const { renderMermaidSVG } = await import('beautiful-mermaid')
  return orRefuse('Mermaid', () =>
    renderMermaidSVG(text, { bg: '#ffffff', fg: '#1f2328', font: FONT, padding: 24 }),
  )
}

async function dotSvg(text: string): Promise<string> {
  const { instance } = await import('@viz-js/viz')
  const viz = await instance()
  const font = { fontname: FONT }
  const options = { format: 'svg', graphAttributes: font, nodeAttributes: font, edgeAttributes: font }
  const result = viz.render(text, options)
  if (result.status === 'success') return result.output
  throw new DrawingRefused(
    `the DOT text cannot be drawn: ${result.errors.map(({ message }) => message).join('; ')}`,
  )
}

async function vegaSvg(text: string): Promise<string> {
  const [vega, lite, { expressionInterpreter }] = await Promise.all([
    import('vega'),
    import('vega-lite'),
    import('vega-interpreter'),
  ])
  const spec = await orRefuse('Vega-Lite', () => JSON.parse(text) as Parameters<typeof lite.compile>[0]) // the library checks it
  const nothing = () => Promise.reject(new DrawingRefused(NO_ADDRESS))
  const loader = { load: nothing, sanitize: nothing, http: nothing, file: nothing, options: {} }
  return orRefuse('Vega-Lite', async () => {
    const quiet = {
      level: () => quiet,
      error: fail,
      warn: () => quiet,
      info: () => quiet,
      debug: () => quiet,
    }
    const logger = quiet as never // its types describe overloads that are not used here
    const compiled = lite.compile(spec, { config: { font: FONT, background: '#ffffff' }, logger })
    refuseAddresses(compiled.spec)
    // The syntax tree is interpreted: no expression of the specification becomes code.
    const runtime = vega.parse(compiled.spec, undefined, { ast: true })
    const view = new vega.View(runtime, { expr: expressionInterpreter, renderer: 'none', loader } as never) // its types lack `expr`
    view.logger(logger)
    try {
      return await view.toSVG()
    } finally {
      view.finalize()
    }
  })
}

const NO_ADDRESS = 'a drawing loads nothing: put the data into `data.values`'

/** The loader below also refuses, but a view that could not load its data draws an empty chart. */
function refuseAddresses({ data = [] }: { readonly data?: readonly unknown[] }): void {
  for (const source of data)
    if (typeof source === 'object' && source !== null && 'url' in source) throw new DrawingRefused(NO_ADDRESS)
}

function fail(...words: readonly unknown[]): never {
  throw new DrawingRefused(`the Vega-Lite text cannot be drawn: ${words.map(String).join(' ')}`)
}

async function orRefuse<T>(what: string, make: () => T | Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (cause) {
    if (cause instanceof DrawingRefused) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new DrawingRefused(`the ${what} text cannot be drawn: ${why.slice(0, 500)}`)
  }
}

/** Ours first; missing glyphs come from the system's fonts, if there are any. */
function fonts() {
  const folder = dirname(
    createRequire(import.meta.url).resolve('@expo-google-fonts/atkinson-hyperlegible-next/package.json'),
  )
  const file = (weight: string) => join(folder, weight, `AtkinsonHyperlegibleNext_${weight}.ttf`)
  return {
    fontFiles: ['400Regular', '400Regular_Italic', '700Bold'].map(file),
    loadSystemFonts: true,
    defaultFontFamily: FONT,
    sansSerifFamily: FONT,
    serifFamily: FONT,
    monospaceFamily: FONT,
  }
}
