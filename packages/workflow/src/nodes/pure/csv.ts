import type { Json } from '../../json.ts'
import { NodeFailure } from '../define-node.ts'

/** Parses RFC 4180: quoted fields may contain delimiters, line breaks and doubled quotes. Skips empty lines. */
export function parseCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const endRow = () => {
    row.push(field)
    field = ''
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  while (at < text.length) {
    const character = text[at] ?? ''
    if (character === '"' && field === '') {
      const end = closingQuote(text, at + 1)
      if (end === -1)
        throw new NodeFailure('invalid_csv', `row ${rows.length + 1}: a quote that is not closed`)
      field = text.slice(at + 1, end).replaceAll('""', '"')
      at = end + 1
    } else if (character === delimiter) {
      row.push(field)
      field = ''
      at += 1
    } else if (character === '\n' || character === '\r') {
      endRow()
      at += character === '\r' && text[at + 1] === '\n' ? 2 : 1
    } else {
      field += character
      at += 1
    }
  }
  if (field !== '' || row.length > 0) endRow()
  return rows
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at
  return -1
}

/** Writes rows; quotes fields that contain a delimiter, quote or line break. */
export function writeCsv(rows: readonly (readonly Json[])[], delimiter: string): string {
  const cell = (value: Json): string => {
    const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
    return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return rows.map((row) => `${row.map(cell).join(delimiter)}\n`).join('')
}
