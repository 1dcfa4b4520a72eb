import { plainColours } from './css-colours.ts'
import { DrawingRefused, parseXml, writeXml, type XmlElement, type XmlNode } from './xml.ts'

/** Maximum number of elements of a drawing once every `use` is expanded. */
const DRAWN = 100_000
/** Maximum length of one picture inside a drawing. */
const INNER_PICTURE = 2_000_000

/** Elements of still pictures. All others are dropped with their content: scripts, HTML, animations, unknown ones. */
const ELEMENTS = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image marker pattern mask
  clipPath linearGradient radialGradient stop filter style a switch feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`.split(
    /\s+/,
  ),
)

/** An SVG without any outside references, made from untrusted text; and a list of the dropped parts. */
export interface HarmlessSvg {
  readonly svg: string
  readonly leftOut: readonly string[]
}

/**
 * The renderer opens files that an `image` names and follows every reference. So it never gets untrusted text, but a new text, written from
 * elements and attributes that are known to be harmless.
 */
export function harmlessSvg(text: string): HarmlessSvg {
  const root = parseXml(plainColours(text))
  if (localName(root.name) !== 'svg') throw new DrawingRefused('it is not an SVG')
  const leftOut = new Set<string>()
  const clean = cleanElement(root, leftOut)
  if (clean === undefined) throw new DrawingRefused('it is not an SVG')
  countDrawn(clean)
  const attributes = new Map([['xmlns', 'http://www.w3.org/2000/svg'], ...clean.attributes])
  return { svg: writeXml({ ...clean, attributes }), leftOut: [...leftOut].toSorted() }
}

/** SVG elements have no prefix, or the usual one. */
function localName(name: string): string {
  return name.replace(/^svg:/, '')
}

function cleanElement(element: XmlElement, leftOut: Set<string>): XmlElement | undefined {
  const name = localName(element.name)
  if (!ELEMENTS.has(name)) {
    leftOut.add(`<${name.slice(0, 40)}>`)
    return undefined
  }
  const attributes = new Map<string, string>()
  for (const [spelled, value] of element.attributes) {
    const kept = cleanAttribute(name, spelled, value)
    if (kept !== undefined) attributes.set(kept.name, kept.value)
    else if (!isSilent(spelled)) leftOut.add(spelled.slice(0, 40))
  }
  // A picture without content, and a copy of nothing, draw nothing.
  if ((name === 'image' || name === 'use') && !attributes.has('href')) return undefined
  const children = element.children.flatMap((child): readonly XmlNode[] => {
    if (typeof child === 'string')
      return name === 'style' && !isPlainStyle(child) ? styleLeftOut(leftOut) : [child]
    const clean = cleanElement(child, leftOut)
    return clean === undefined ? [] : [clean]
  })
  return { name, attributes, children }
}

function styleLeftOut(leftOut: Set<string>): readonly XmlNode[] {
  leftOut.add('<style>')
  return []
}

/** Private data of editors is not reported. */
function isSilent(name: string): boolean {
  return name.startsWith('xmlns') || (name.includes(':') && !/href$/i.test(name))
}

function cleanAttribute(
  element: string,
  spelled: string,
  value: string,
): { readonly name: string; readonly value: string } | undefined {
  if (/^(?:xlink:)?href$/i.test(spelled)) {
    if (element === 'a') return undefined
    const target = value.trim()
    const isOwn = element === 'image' ? isInnerPicture(target) : /^#[^\s]+$/.test(target)
    return isOwn ? { name: 'href', value: target } : undefined
  }
  if (spelled === 'xml:space') return { name: spelled, value }
  if (spelled.includes(':') || spelled.startsWith('xmlns') || /^on/i.test(spelled)) return undefined
  return isPlainStyle(value) ? { name: spelled, value } : undefined
}

/** An embedded picture. An SVG inside an SVG would be unsanitised text. */
function isInnerPicture(target: string): boolean {
  return (
    target.length <= INNER_PICTURE &&
    /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]+$/.test(target)
  )
}

/** Styles without a URL. An escape could hide one. */
function isPlainStyle(text: string): boolean {
  if (text.includes('\\') && /[{:(]/.test(text)) return false
  if (/@(?:import|font-face|charset|namespace)/i.test(text)) return false
  return [...text.matchAll(/(?:url|image|image-set|src|element)\s*\(\s*["']?\s*([^)]*)/gi)].every(
    ([, target = '']) => target.trim().startsWith('#'),
  )
}

/** A few elements that copy each other can expand to billions: follows every copy before anything is drawn. */
function countDrawn(root: XmlElement): void {
  const byId = new Map<string, XmlElement>()
  const collect = (element: XmlElement): void => {
    const id = element.attributes.get('id')
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
    for (const child of element.children) if (typeof child !== 'string') collect(child)
  }
  collect(root)
  const counted = new Map<XmlElement, number>()
  const counting = new Set<XmlElement>()
  const count = (element: XmlElement): number => {
    const known = counted.get(element)
    if (known !== undefined) return known
    if (counting.has(element)) throw new DrawingRefused('one of its elements contains a copy of itself')
    counting.add(element)
    let sum = 1
    for (const id of referencesOf(element)) {
      const target = byId.get(id)
      if (target !== undefined) sum += count(target)
    }
    for (const child of element.children) if (typeof child !== 'string') sum += count(child)
    counting.delete(element)
    if (sum > DRAWN) throw new DrawingRefused(`it draws more than ${DRAWN} elements`)
    counted.set(element, sum)
    return sum
  }
  count(root)
}

/** Ids that this element draws again: copies, patterns, masks, markers. */
function referencesOf({ attributes }: XmlElement): readonly string[] {
  return [...attributes].flatMap(([name, value]) =>
    name === 'href' && value.startsWith('#')
      ? [value.slice(1)]
      : [...value.matchAll(/url\(\s*["']?#([^"')\s]+)/g)].map(([, id = '']) => id),
  )
}
