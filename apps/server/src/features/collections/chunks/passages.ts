import type { Extracted, Mark } from './extracted.ts'

/** A piece of a document that is found, shown and cited as a unit. */
export interface Passage {
  readonly text: string
  /** The headings above it, outermost first. */
  readonly heading: string
  /** Where it is, for people. */
  readonly place: string
  readonly line: number | null
  readonly page: number | null
  /** In the extracted text. */
  readonly start: number
  readonly end: number
}

/** Characters of a passage. */
const LEAST = 900
export const MOST = 1200
/** A piece slightly longer than a passage is split in the middle, so that no fragment is left. */
const HALVED = 1800

/** Splits a document into passages by its structure: never across a heading or a page, at paragraphs if possible. */
export function passagesOf({ text, marks, lines }: Extracted): readonly Passage[] {
  const passages: Passage[] = []
  const lineAt = lineCounter(text)
  const path: { readonly level: number; readonly text: string }[] = []
  let state: Section = { place: '', page: null, head: '' }
  let from = 0
  const flush = (to: number) => {
    for (const [start, end] of pieces(text, from, to)) {
      const here = lastPlace(marks, start, state)
      const line = lines ? lineAt(start) : null
      const body = text.slice(start, end)
      if (isHeadingAlone(body, path.at(-1)?.text)) continue
      passages.push({
        text: here.head === '' ? body : `${here.head}\n${body}`,
        heading: path.map((one) => one.text).join(' › '),
        place: here.place === '' && line !== null ? `line ${line}` : here.place,
        line,
        page: here.page,
        start,
        end,
      })
    }
    from = to
  }
  for (const mark of marks) {
    if (mark.heading !== undefined || mark.breaks === true) flush(mark.at)
    state = after(state, mark)
    if (mark.heading === undefined) continue
    while ((path.at(-1)?.level ?? 0) >= mark.heading.level) path.pop()
    path.push(mark.heading)
  }
  flush(text.length)
  return passages
}

/** A heading with nothing below it is not a passage; the passages under it contain its words. */
function isHeadingAlone(body: string, heading: string | undefined): boolean {
  return heading !== undefined && /^#{1,6}\s[^\n]*$/.test(body)
}

interface Section {
  readonly place: string
  readonly page: number | null
  readonly head: string
}

function after(state: Section, { place, page, head }: Mark): Section {
  return { place: place ?? state.place, page: page ?? state.page, head: head ?? state.head }
}

/** Rows do not break a passage: its place is that of the first row. */
function lastPlace(marks: readonly Mark[], at: number, state: Section): Section {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((marks[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  const place = marks[low - 1]?.place
  return place === undefined ? state : { ...state, place }
}

/** Pieces of a range of text, trimmed. */
function* pieces(text: string, from: number, to: number): Generator<readonly [number, number]> {
  let start = from
  while (start < to) {
    while (start < to && isBlank(text, start)) start += 1
    if (start >= to) return
    let end = cutAfter(text, start, to)
    const next = end
    while (end > start && isBlank(text, end - 1)) end -= 1
    yield [start, end]
    start = next
  }
}

function isBlank(text: string, at: number): boolean {
  return text.charAt(at).trim() === ''
}

const BOUNDARIES = [/\n\s*\n/g, /\n/g, /[.!?。！？…]["”’)\]]*\s/g, /\s/g]

function cutAfter(text: string, start: number, to: number): number {
  const left = to - start
  if (left <= MOST) return to
  const least = left <= HALVED ? Math.floor(left / 2) : LEAST
  const window = text.slice(start + least, start + MOST)
  for (const boundary of BOUNDARIES) {
    const found = [...window.matchAll(boundary)]
    // The middle if it is halved, otherwise as much as fits.
    const cut = left <= HALVED ? found[0] : found.at(-1)
    if (cut !== undefined) return start + least + cut.index + cut[0].length
  }
  const hard = start + MOST
  const letter = text.charCodeAt(hard)
  return letter >= 0xdc00 && letter <= 0xdfff ? hard - 1 : hard
}

/** Line numbers for increasing positions. */
function lineCounter(text: string): (at: number) => number {
  let line = 1
  let seen = 0
  return (at) => {
    for (let next = text.indexOf('\n', seen); next !== -1 && next < at; next = text.indexOf('\n', seen)) {
      line += 1
      seen = next + 1
    }
    return line
  }
}
