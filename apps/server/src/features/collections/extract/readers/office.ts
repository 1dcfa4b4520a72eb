import type { Archive } from '../archive.ts'
import { LIMITS, Unreadable } from '../limits.ts'
import { draft, type Drafted } from '../drafted.ts'
import { xmlPieces } from './xml.ts'

async function textOf(archive: Archive, name: string): Promise<string> {
  return (await archive.read(name))?.toString('utf8') ?? ''
}

/** Names with a number in them, in the order of the number. */
function numbered(archive: Archive, pattern: RegExp): readonly string[] {
  const found = archive.names.flatMap((name) => {
    const number = pattern.exec(name)?.[1]
    return number === undefined ? [] : [{ name, number: Number(number) }]
  })
  return found.toSorted((a, b) => a.number - b.number).map(({ name }) => name)
}

/** Slides: each is a separate part with its first line as the heading. */
export async function readSlides(archive: Archive): Promise<Drafted> {
  const names = numbered(archive, /^ppt\/slides\/slide(\d+)\.xml$/)
  if (names.length > LIMITS.pages) throw new Unreadable(`it has more than ${LIMITS.pages} slides`)
  const out = draft()
  for (const [index, name] of names.entries()) {
    const lines = paragraphs(await textOf(archive, name), { text: 'a:t', paragraph: 'a:p' })
    out.mark({
      breaks: true,
      place: `slide ${index + 1}`,
      page: index + 1,
      ...(lines[0] === undefined ? {} : { heading: { level: 1, text: lines[0].slice(0, 200) } }),
    })
    out.add(`${lines.join('\n')}\n\n`)
  }
  return out.end({ title: '', parts: names.length, partsOf: 'slides' })
}

function paragraphs(
  xml: string,
  { text, paragraph }: { readonly text: string; readonly paragraph: string },
): readonly string[] {
  const lines: string[] = []
  let line = ''
  let inside = false
  for (const piece of xmlPieces(xml)) {
    if (piece.kind === 'text') line += inside ? piece.text : ''
    else if (piece.name === text) inside = piece.kind === 'open'
    else if (piece.name === paragraph && piece.kind === 'close') {
      if (line.trim() !== '') lines.push(line.trim())
      line = ''
    }
  }
  return lines
}

/** Sheets: each row is a line, the first row of a sheet its header. */
export async function readSheets(archive: Archive): Promise<Drafted> {
  const strings = sharedStrings(await textOf(archive, 'xl/sharedStrings.xml'))
  const titles = sheetTitles(await textOf(archive, 'xl/workbook.xml'))
  const names = numbered(archive, /^xl\/worksheets\/sheet(\d+)\.xml$/)
  const out = draft()
  let rows = 0
  for (const [index, name] of names.entries()) {
    const title = titles[index] ?? `Sheet${index + 1}`
    let head: string | undefined
    out.mark({ heading: { level: 1, text: title }, place: `sheet ${title}`, head: '' })
    for (const { row, cells } of sheetRows(await textOf(archive, name), strings)) {
      rows += 1
      if (rows > LIMITS.rows) throw new Unreadable(`it has more than ${LIMITS.rows} rows`)
      const line = cells.join(' | ')
      out.mark({ place: `sheet ${title}, row ${row}`, ...(head === undefined ? {} : { head }) })
      out.add(`${line}\n`)
      head ??= line.slice(0, 300)
    }
  }
  return out.end({ title: '', parts: names.length, partsOf: 'sheets' })
}

function sharedStrings(xml: string): readonly string[] {
  const strings: string[] = []
  let text: string | undefined
  let inside = false
  for (const piece of xmlPieces(xml)) {
    if (piece.kind === 'text') {
      if (inside && text !== undefined) text += piece.text
    } else if (piece.name === 'si') {
      if (piece.kind === 'open') text = ''
      else {
        strings.push(text ?? '')
        text = undefined
      }
    } else if (piece.name === 't') inside = piece.kind === 'open'
  }
  return strings
}

function sheetTitles(xml: string): readonly string[] {
  return [...xmlPieces(xml)].flatMap((piece) =>
    piece.kind !== 'text' && piece.kind !== 'close' && piece.name === 'sheet'
      ? (piece.attribute('name') ?? [])
      : [],
  )
}

function* sheetRows(
  xml: string,
  strings: readonly string[],
): Generator<{ readonly row: string; readonly cells: readonly string[] }> {
  let row = ''
  let cells: string[] = []
  let type: string | undefined
  let value = ''
  let inside = false
  for (const piece of xmlPieces(xml)) {
    if (piece.kind === 'text') {
      if (inside) value += piece.text
      continue
    }
    const { kind, name } = piece
    if (name === 'row' && kind === 'open') {
      row = piece.attribute('r') ?? ''
      cells = []
    } else if (name === 'row' && kind === 'close') {
      if (cells.some((one) => one !== '')) yield { row, cells }
    } else if (name === 'c' && kind === 'open') {
      type = piece.attribute('t')
      value = ''
    } else if (name === 'c' && kind === 'close')
      cells.push(type === 's' ? (strings[Number(value)] ?? '') : value)
    else if (name === 'v' || name === 't') inside = kind === 'open'
  }
}

/** An OpenDocument text: headings by their level, paragraphs as lines. */
export async function readOpenText(archive: Archive): Promise<Drafted> {
  const out = draft()
  let title = ''
  let line = ''
  let level: number | undefined
  for (const piece of xmlPieces(await textOf(archive, 'content.xml'))) {
    if (piece.kind === 'text') line += piece.text
    else if (piece.name === 'text:tab' || piece.name === 'text:s') line += ' '
    else if (piece.name === 'text:line-break') line += '\n'
    else if (piece.name === 'text:h' || piece.name === 'text:p') {
      if (piece.kind === 'open') {
        level = piece.name === 'text:h' ? Number(piece.attribute('text:outline-level') ?? 1) : undefined
        line = ''
      } else if (piece.kind === 'close' && line.trim() !== '') {
        const text = line.trim()
        if (level !== undefined) {
          out.mark({ heading: { level: Number.isFinite(level) ? level : 1, text: text.slice(0, 200) } })
          if (title === '') title = text.slice(0, 200)
        }
        out.add(`${text}\n\n`)
        line = ''
      }
    }
  }
  return out.end({ title, parts: 0, partsOf: '' })
}
