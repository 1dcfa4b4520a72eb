import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  parse,
  parseTree,
  type JSONPath,
  type Node,
  type ParseError,
} from 'jsonc-parser'

/** A foreign JSON file: an edit leaves every other byte unchanged. */
export interface JsonDialect {
  /** Whether its owner reads comments. */
  readonly comments: boolean
}

/** The value of a text; undefined: it is not JSON of that dialect. A blank text is an empty object. */
export function readJson(text: string, { comments }: JsonDialect): unknown {
  if (withoutMark(text).trim() === '') return {}
  const errors: ParseError[] = []
  const value: unknown = parse(withoutMark(text), errors, { disallowComments: !comments })
  return errors.length === 0 ? value : undefined
}

/**
 * The text with a value set; undefined removes it. Missing objects are created; a new name goes last in its object. The text must be valid.
 */
export function setIn(text: string, path: JSONPath, value: unknown): string {
  return changed(text, (plain, root) => {
    const there = findNodeAtLocation(root, path)
    if (value === undefined) return there === undefined ? plain : without(plain, there)
    if (there !== undefined) return replaced(plain, there, value)
    let known = path.length - 1
    while (findNodeAtLocation(root, path.slice(0, known)) === undefined) known -= 1
    const parent = findNodeAtLocation(root, path.slice(0, known)) ?? root
    const rest = path.slice(known + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
    return appended(plain, parent, `${JSON.stringify(path[known])}: `, rest)
  })
}

/** The text with a value appended to a list, which is created if missing. */
export function appendIn(text: string, path: JSONPath, value: unknown): string {
  const list = findNodeAtLocation(treeOf(text), path)
  if (list?.type !== 'array') return setIn(text, path, [value])
  return changed(text, (plain, root) => appended(plain, findNodeAtLocation(root, path) ?? root, '', value))
}

const MARK = '\uFEFF'
const EMPTY = '{}\n'

function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text
}

function treeOf(text: string): Node {
  const plain = withoutMark(text)
  const root = parseTree(plain.trim() === '' ? EMPTY : plain)
  if (root === undefined) throw new Error('there is no JSON')
  return root
}

function changed(text: string, change: (plain: string, root: Node) => string): string {
  const plain = withoutMark(text).trim() === '' ? EMPTY : withoutMark(text)
  return `${text.startsWith(MARK) ? MARK : ''}${change(plain, treeOf(plain))}`
}

/** The layout of the text: its line break, and one indentation step. */
function layoutOf(text: string): { readonly eol: string; readonly step: string } {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  return { eol, step: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ' }
}

/** The indentation of the line that contains a position. */
function indentAt(text: string, offset: number): string {
  const begin = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(begin, offset))?.[0] ?? ''
}

function written(text: string, value: unknown, indent: string): string {
  const { eol, step } = layoutOf(text)
  return JSON.stringify(value, null, step).replaceAll('\n', `${eol}${indent}`)
}

function replaced(text: string, node: Node, value: unknown): string {
  const same = JSON.stringify(getNodeValue(node)) === JSON.stringify(value)
  if (same) return text
  const indent = indentAt(text, node.offset)
  return text.slice(0, node.offset) + written(text, value, indent) + text.slice(node.offset + node.length)
}

/** A value after the last one of an object or a list. */
function appended(text: string, parent: Node, name: string, value: unknown): string {
  const { eol, step } = layoutOf(text)
  const outer = indentAt(text, parent.offset)
  const close = parent.offset + parent.length - 1
  // After the last token before the closing bracket, so that a comment there stays with its entry.
  const end = text.slice(0, close).trimEnd().length
  const last = parent.children?.at(-1)
  if (last === undefined) {
    const inner = outer + step
    const line = `${eol}${inner}${name}${written(text, value, inner)}${eol}${outer}`
    return text.slice(0, end) + line + text.slice(close)
  }
  const ownLine = text.slice(parent.offset, last.offset).includes('\n')
  const inner = ownLine ? indentAt(text, last.offset) : outer
  const comma = last.offset + last.length
  const gap = ownLine ? `${eol}${inner}` : ' '
  const item = ownLine ? written(text, value, inner) : JSON.stringify(value)
  return `${text.slice(0, comma)},${text.slice(comma, end)}${gap}${name}${item}${text.slice(end)}`
}

/** The text without a property or an item, its comma, and the white space before it. */
function without(text: string, value: Node): string {
  const node = value.parent?.type === 'property' ? value.parent : value
  const siblings = node.parent?.children ?? []
  const at = siblings.indexOf(node)
  const [before, after] = [siblings[at - 1], siblings[at + 1]]
  const end = node.offset + node.length
  const begin = text.slice(0, node.offset).trimEnd().length
  if (before !== undefined) {
    const comma = commaAfter(text, before)
    return text.slice(0, comma) + text.slice(comma + 1, Math.max(begin, comma + 1)) + text.slice(end)
  }
  if (after !== undefined) return text.slice(0, node.offset) + text.slice(after.offset)
  const close = (node.parent?.offset ?? 0) + (node.parent?.length ?? 0) - 1
  const tail = text.slice(end, close)
  return text.slice(0, begin) + (tail.trim() === '' ? '' : tail) + text.slice(close)
}

function commaAfter(text: string, node: Node): number {
  const scanner = createScanner(text, false)
  scanner.setPosition(node.offset + node.length)
  // Comments and white space may be in between.
  do scanner.scan()
  while (text[scanner.getTokenOffset()] !== ',')
  return scanner.getTokenOffset()
}
