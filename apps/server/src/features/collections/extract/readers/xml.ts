/** A piece of an XML document: a tag or the text between two. */
export type XmlPiece =
  | { readonly kind: 'open' | 'close' | 'empty'; readonly name: string; attribute(name: string): string | undefined }
  | { readonly kind: 'text'; readonly text: string }

const TAG = /<(?:!--[\s\S]*?-->|!\[CDATA\[([\s\S]*?)\]\]>|[?!][^>]*>|(\/?)([\w:.-]+)((?:"[^"]*"|'[^']*'|[^>"'])*?)(\/?)>)/g

/**
 * Reads XML piece by piece. It knows the five entities of XML and numbers, and nothing else: a document type is passed over, so no entity
 * of a file grows or leads anywhere.
 */
export function* xmlPieces(source: string): Generator<XmlPiece> {
  let at = 0
  for (const found of source.matchAll(TAG)) {
    if (found.index > at) yield { kind: 'text', text: unescaped(source.slice(at, found.index)) }
    at = found.index + found[0].length
    const [, cdata, slash, name, attributes = '', empty] = found
    if (cdata !== undefined) yield { kind: 'text', text: cdata }
    if (name === undefined) continue
    const kind = slash === '/' ? 'close' : empty === '/' ? 'empty' : 'open'
    yield { kind, name, attribute: (wanted) => attributeOf(attributes, wanted) }
  }
  if (at < source.length) yield { kind: 'text', text: unescaped(source.slice(at)) }
}

function attributeOf(attributes: string, wanted: string): string | undefined {
  for (const [, name, double, single] of attributes.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (name === wanted) return unescaped(double ?? single ?? '')
  return undefined
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return ENTITIES[name.toLowerCase()] ?? whole
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
