import type { Mark } from '../../chunks/extracted.ts'
import { LIMITS, Unreadable } from '../limits.ts'
import { draft, type Drafted } from '../drafted.ts'

/** The text of a file: UTF-8 or UTF-16 by its mark, otherwise UTF-8, otherwise one byte per letter. */
export function decoded(bytes: Buffer): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Old files: every byte is a letter of Western Europe.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export function readText(bytes: Buffer): Drafted {
  const text = decoded(bytes)
  return { title: '', text, marks: [], lines: true, parts: lineCount(text), partsOf: 'lines' }
}

/** Markdown keeps its text; headings outside of fences are its structure. */
export function readMarkdown(text: string, { lines }: { readonly lines: boolean }): Drafted {
  const marks: Mark[] = []
  let at = 0
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const fenced = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fenced !== undefined) {
      if (fence === undefined) fence = fenced
      else if (fenced.startsWith(fence)) fence = undefined
    }
    const heading = fence === undefined ? /^(#{1,6})\s+(.+?)\s*#*\s*$/.exec(line) : null
    if (heading !== null)
      marks.push({ at, heading: { level: heading[1]?.length ?? 1, text: plain(heading[2] ?? '') } })
    at += line.length + 1
  }
  const title = marks.find(({ heading }) => heading?.level === 1)?.heading?.text ?? ''
  return { title, text, marks, lines, parts: lines ? lineCount(text) : 0, partsOf: lines ? 'lines' : '' }
}

/** A heading without Markdown syntax. */
function plain(text: string): string {
  return text
    .replaceAll(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .slice(0, 200)
}

function lineCount(text: string): number {
  let lines = text === '' ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1))
    lines += 1
  return lines
}

/** A table whose first row is its header: each row is a line, and every passage includes the header. */
export function readTable(bytes: Buffer): Drafted {
  const text = decoded(bytes)
  const separator = separatorOf(text)
  const out = draft()
  let rows = 0
  let head: readonly string[] | undefined
  for (const cells of rowsOf(text, separator)) {
    if (head === undefined) {
      head = cells
      out.mark({ head: cells.join(' | '), place: 'row 1' })
      continue
    }
    rows += 1
    if (rows > LIMITS.rows) throw new Unreadable(`it has more than ${LIMITS.rows} rows`)
    out.mark({ place: `row ${rows + 1}` })
    out.add(`${cells.join(' | ')}\n`)
  }
  // A table with only a header is still found by it.
  if (rows === 0 && head !== undefined) out.add(head.join(' | '))
  return out.end({ title: '', parts: rows, partsOf: 'rows' })
}

/** The most frequent separator of the first line. */
function separatorOf(text: string): string {
  const line = text.slice(0, text.indexOf('\n') === -1 ? text.length : text.indexOf('\n'))
  const counted = [',', ';', '\t'].map((one) => ({ one, n: line.split(one).length }))
  return counted.toSorted((a, b) => b.n - a.n)[0]?.one ?? ','
}

/** Rows by RFC 4180: a quoted cell may contain anything. */
function* rowsOf(text: string, separator: string): Generator<readonly string[]> {
  let cells: string[] = []
  let at = 0
  while (at < text.length) {
    const [cell, next] = text[at] === '"' ? quoted(text, at) : unquoted(text, at, separator)
    cells.push(cell.trim())
    at = next
    if (text[at] === separator) {
      at += 1
      continue
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    if (cells.some((one) => one !== '')) yield cells
    cells = []
  }
  if (cells.some((one) => one !== '')) yield cells
}

function quoted(text: string, from: number): readonly [string, number] {
  let cell = ''
  let at = from + 1
  for (;;) {
    const end = text.indexOf('"', at)
    if (end === -1) return [cell + text.slice(at), text.length]
    cell += text.slice(at, end)
    if (text[end + 1] !== '"') return [cell, end + 1]
    cell += '"'
    at = end + 2
  }
}

function unquoted(text: string, from: number, separator: string): readonly [string, number] {
  let at = from
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
  return [text.slice(from, at), at]
}

/** Objects, one per line: each becomes `key: value` lines. */
export function readJsonLines(bytes: Buffer): Drafted {
  const out = draft()
  let rows = 0
  for (const [index, line] of decoded(bytes).split('\n').entries()) {
    if (line.trim() === '') continue
    rows += 1
    if (rows > LIMITS.rows) throw new Unreadable(`it has more than ${LIMITS.rows} lines`)
    out.mark({ place: `line ${index + 1}` })
    out.add(`${flat(line)}\n\n`)
  }
  return out.end({ title: '', parts: rows, partsOf: 'rows' })
}

function flat(line: string): string {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return line
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${typeof one === 'string' ? one : JSON.stringify(one)}`)
      .join('\n')
  } catch {
    // A line that is not JSON is still text.
    return line
  }
}
