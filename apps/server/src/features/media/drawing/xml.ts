/** An element of an XML text, with its attributes as written. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlNode[]
}

export type XmlNode = XmlElement | string

/** Why a drawing is refused, for the person and the model. */
export class DrawingRefused extends Error {}

/** Limits: elements of one text, and their nesting. */
const ELEMENTS = 50_000
const DEPTH = 256

interface Open {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlNode[]
}

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<!DOCTYPE([^>[]*)(\[?)>?|<\/([^\s<>/]+)\s*>|<([^\s<>/!?][^\s<>/=]*)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/gy
const ATTRIBUTE = /([^\s=<>/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

/**
 * Parses a well-formed XML text. It knows only the five entities of XML itself: a text that declares entities is refused, so that none can
 * expand. The output is built from this tree, so no other parser can read something else in it.
 */
export function parseXml(text: string): XmlElement {
  const root: Open = { name: '', attributes: new Map(), children: [] }
  const open: Open[] = [root]
  let elements = 0
  let at = 0
  TOKEN.lastIndex = 0
  while (at < text.length) {
    const match = TOKEN.exec(text)
    if (match === null) throw new DrawingRefused(`it is not well-formed XML at character ${at}`)
    at = TOKEN.lastIndex
    const [whole, data, , subset, closed, name, attributes = '', empty] = match
    const above = open.at(-1) ?? root
    if (subset === '[') throw new DrawingRefused('it declares entities')
    if (data !== undefined) above.children.push(data)
    else if (closed !== undefined) close(open, closed)
    else if (name !== undefined) {
      elements += 1
      if (elements > ELEMENTS) throw new DrawingRefused(`it has more than ${ELEMENTS} elements`)
      if (open.length > DEPTH) throw new DrawingRefused(`its elements nest more than ${DEPTH} deep`)
      const element: Open = { name, attributes: attributesOf(attributes), children: [] }
      above.children.push(element)
      if (empty !== '/') open.push(element)
    } else if (!whole.startsWith('<')) above.children.push(decoded(whole))
  }
  const [only, ...more] = root.children.filter((child) => typeof child !== 'string')
  if (open.length > 1 || only === undefined || more.length > 0)
    throw new DrawingRefused('it is not one well-formed XML element')
  return only
}

function close(open: Open[], name: string): void {
  if (open.length < 2 || open.pop()?.name !== name)
    throw new DrawingRefused(`it is not well-formed XML: \`</${name}>\` closes nothing`)
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    if (found.has(name)) throw new DrawingRefused(`an element has the attribute \`${name}\` twice`)
    found.set(name, decoded(double ?? single ?? ''))
  }
  return found
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  // HTML's own, which Graphviz writes.
  ['nbsp', '\u00a0'],
])

function decoded(text: string): string {
  return text.replaceAll(/&([^;&\s]{0,32});?/g, (whole, name: string) => {
    const known = ENTITIES.get(name)
    if (known !== undefined) return known
    const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name)
    const point = Number.parseInt(code?.[1] ?? code?.[2] ?? '', code?.[1] === undefined ? 10 : 16)
    if (!(point > 0 && point <= 0x10_ff_ff))
      throw new DrawingRefused(`it uses the unknown entity \`${whole}\``)
    return String.fromCodePoint(point)
  })
}

export function writeXml(node: XmlNode): string {
  if (typeof node === 'string') return escaped(node)
  const attributes = [...node.attributes].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')
  if (node.children.length === 0) return `<${node.name}${attributes}/>`
  return `<${node.name}${attributes}>${node.children.map(writeXml).join('')}</${node.name}>`
}

function escaped(text: string): string {
  return [...text]
    .filter(isXml)
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Valid XML characters: no control characters, no lone surrogates. */
function isXml(character: string): boolean {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x20) return point === 0x09 || point === 0x0a || point === 0x0d
  return point < 0xd8_00 || (point > 0xdf_ff && point !== 0xff_fe && point !== 0xff_ff)
}
