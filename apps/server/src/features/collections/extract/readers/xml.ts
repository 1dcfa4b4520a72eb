/** A piece of an XML document: a tag or the text between two. */
export type XmlPiece =
  | {
      readonly kind: 'open' | 'close' | 'empty'
      readonly name: string
      attribute(name: string): string | undefined
    }
  | { readonly kind: 'text'; readonly text: string }

const TAG = /^<(\/?)([\w:.-]+)([\s\S]*?)(\/?)>$/
/** Constructs that are skipped as a whole, by their start and end. */
const PASSED: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
  ['<?', '>'],
]

/**
 * Reads XML piece by piece, each character once. It knows only the five entities of XML and numeric ones: a document type is skipped, so no
 * entity of a file expands or leads anywhere.
 */
export function* xmlPieces(source: string): Generator<XmlPiece> {
  let at = 0
  for (;;) {
    const open = source.indexOf('<', at)
    if (open === -1) {
      if (at < source.length) yield { kind: 'text', text: unescaped(source.slice(at)) }
      return
    }
    if (open > at) yield { kind: 'text', text: unescaped(source.slice(at, open)) }
    const passed = PASSED.find(([begin]) => source.startsWith(begin, open))
    if (passed !== undefined) {
      const [begin, end] = passed
      const close = source.indexOf(end, open + begin.length)
      if (close === -1) return
      if (begin === '<![CDATA[') yield { kind: 'text', text: source.slice(open + begin.length, close) }
      at = close + end.length
      continue
    }
    const close = tagEnd(source, open)
    at = close ?? open + 1
    const tag = close === undefined ? null : TAG.exec(source.slice(open, close))
    if (tag === null) continue
    const [, slash, name = '', attributes = '', empty] = tag
    const kind = slash === '/' ? 'close' : empty === '/' ? 'empty' : 'open'
    yield { kind, name, attribute: (wanted) => attributeOf(attributes, wanted) }
  }
}

/** The end of a tag; undefined: another begins before, so it is not a tag. */
function tagEnd(source: string, open: number): number | undefined {
  let quote = ''
  for (let at = open + 1; at < source.length; at += 1) {
    const letter = source.charAt(at)
    if (quote !== '') {
      if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return at + 1
    else if (letter === '<') return undefined
    if (at - open > LONGEST) return undefined
  }
  return undefined
}

/** Most characters of a tag. */
const LONGEST = 20_000

function attributeOf(attributes: string, wanted: string): string | undefined {
  for (const [, name, double, single] of attributes.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (name === wanted) return unescaped(double ?? single ?? '')
  return undefined
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos));/gi,
    (whole, decimal, hex, name) => {
      if (typeof name === 'string') return ENTITIES[name.toLowerCase()] ?? whole
      const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}
