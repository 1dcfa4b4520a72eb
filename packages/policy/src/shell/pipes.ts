import { dataOf, type Input } from './context.ts'
import type { Field } from '../model/field.ts'
import { hole, joinBits, knownText, toPieces, type Bit, type Value } from './value.ts'

/** The words that `xargs` takes from its input, for each possible input. */
export function inputWords(input: Input, range: Field['range']): readonly (readonly Field[])[] {
  if (input.kind !== 'text') {
    const { download, local } = dataOf(input)
    return [[unknownWords('stdin', range, { download, local })]]
  }
  return input.values.map((value) => splitWords(value, range))
}

/** The lines of its input, for `xargs -I{}` and `read`. */
export function inputLines(input: Input, range: Field['range']): readonly Field[] {
  if (input.kind !== 'text') return []
  const lines = input.values.flatMap((value) => knownText(value)?.split(/[\n\0]/) ?? [])
  return [...new Set(lines)]
    .filter((line) => line.trim() !== '')
    .map((line) => ({
      pieces: [{ kind: 'text', text: line.trim() }],
      quoted: true,
      many: false,
      range,
    }))
}

function splitWords(value: Value, range: Field['range']): readonly Field[] {
  const fields: Field[] = []
  let bits: Bit[] = []
  const end = (): void => {
    const many = bits.some((bit) => bit.kind !== 'text')
    if (bits.length > 0) fields.push({ pieces: toPieces(joinBits(bits)), quoted: true, many, range })
    bits = []
  }
  for (const bit of value) {
    if (bit.kind !== 'text') {
      bits.push(bit)
      continue
    }
    for (const piece of bit.text.split(/([ \t\n\0]+)/)) {
      if (/^[ \t\n\0]/.test(piece)) end()
      // Quotes and backslashes are interpreted by xargs; the resulting word is left open.
      else if (/['"\\]/.test(piece)) bits.push(hole(piece, 'data'))
      else if (piece !== '') bits.push({ kind: 'text', text: piece })
    }
  }
  end()
  return fields
}

export function unknownWords(
  source: string,
  range: Field['range'],
  {
    download = false,
    local = false,
  }: { readonly download?: boolean | undefined; readonly local?: boolean | undefined } = {},
): Field {
  return {
    pieces: toPieces([hole(source, 'data', { many: true, download, local })]),
    quoted: false,
    many: true,
    range,
  }
}
