import type { Atom } from './expansion.ts'
import type { Field, Range } from '../model/field.ts'
import { hole, joinBits, toPieces, type Bit, type Hole } from './value.ts'

/** The pieces of a field. `active`: an unquoted `*`, `?` or `[` in it is a pattern. */
type Item =
  | { readonly kind: 'text'; readonly text: string; readonly active: boolean }
  | Exclude<Bit, { kind: 'text' }>

/** How words are split unless the text says otherwise. */
const BLANKS = ' \t\n'

interface Draft {
  items: Item[]
  /** Some of it was quoted, so it is a word even if empty. */
  quoted: boolean
  many: boolean
  vanish: boolean
}

/** Splits atoms into fields as bash splits words. `ifs` undefined: the separators are unknown. */
export function buildFields(
  atoms: readonly Atom[],
  { ifs, range }: { readonly ifs: string | undefined; readonly range: Range },
): readonly Field[] {
  const fields: Field[] = []
  let draft = emptyDraft()
  const end = (force: boolean): void => {
    const empty = draft.items.length === 0
    const wanted = force || !empty || (draft.quoted && !draft.vanish)
    if (wanted) fields.push(finish(draft, range))
    draft = emptyDraft()
  }
  for (const atom of atoms) {
    if (atom.kind === 'break') end(false)
    else if (atom.kind === 'vanish') draft.vanish = true
    else if (atom.bit.kind !== 'text') addBit(draft, atom.bit, atom.quoted, ifs)
    else if (atom.quoted || !atom.expanded) addText(draft, atom.bit.text, atom.quoted)
    else splitText(atom.bit.text, ifs ?? BLANKS, (text) => addSplit(draft, text, ifs), end)
  }
  end(false)
  return fields
}

function emptyDraft(): Draft {
  return { items: [], quoted: false, many: false, vanish: false }
}

function addText(draft: Draft, text: string, quoted: boolean): void {
  if (quoted) draft.quoted = true
  if (text !== '') draft.items.push({ kind: 'text', text, active: !quoted })
}

/** If the separators are unknown, the words are likely but not certain. */
function addSplit(draft: Draft, text: string, ifs: string | undefined): void {
  addText(draft, text, false)
  if (ifs === undefined && text !== '') draft.many = true
}

function addBit(
  draft: Draft,
  bit: Exclude<Bit, { kind: 'text' }>,
  quoted: boolean,
  ifs: string | undefined,
): void {
  if (quoted) draft.quoted = true
  draft.items.push(bit.kind === 'hole' && bit.whole === true && !quoted && ifs !== BLANKS ? torn(bit) : bit)
  if (bit.kind === 'glob') draft.many ||= !quoted
  else draft.many ||= bit.many || (!quoted && !(bit.origin === 'digits' && ifs === ' \t\n'))
}

/** Split at characters other than blanks, it may be any text. */
function torn({ whole: _whole, ...rest }: Hole): Hole {
  return rest
}

/** Blanks in IFS collapse; its other characters each end a word. */
function splitText(
  text: string,
  ifs: string,
  add: (text: string) => void,
  end: (force: boolean) => void,
): void {
  let word = ''
  for (const char of text) {
    if (!ifs.includes(char)) {
      word += char
      continue
    }
    add(word)
    const blank = char === ' ' || char === '\t' || char === '\n'
    end(!blank && word === '')
    word = ''
  }
  add(word)
}

function finish(draft: Draft, range: Range): Field {
  const { bits, glob } = findGlobs(draft.items)
  return { pieces: toPieces(joinBits(bits)), quoted: draft.quoted, many: draft.many || glob, range }
}

function findGlobs(items: readonly Item[]): { readonly bits: readonly Bit[]; readonly glob: boolean } {
  const active = items.some((item) => item.kind === 'text' && item.active && /[*?[]/.test(item.text))
  if (!active) {
    return {
      bits: items.map((item) => (item.kind === 'text' ? { kind: 'text', text: item.text } : item)),
      glob: false,
    }
  }
  return markGlobs(items.flatMap(splitItem))
}

interface Char {
  readonly text: string
  readonly active: boolean
  readonly bit?: Exclude<Bit, { kind: 'text' }>
}

function splitItem(item: Item): Char[] {
  if (item.kind !== 'text') return [{ text: '', active: false, bit: item }]
  return [...item.text].map((text) => ({ text, active: item.active }))
}

function markGlobs(chars: readonly Char[]): { readonly bits: readonly Bit[]; readonly glob: boolean } {
  const bits: Bit[] = []
  let glob = false
  const lastClose = chars.findLastIndex((char) => char.text === ']' && char.active)
  for (let index = 0; index < chars.length; index++) {
    const char = chars[index]
    if (char === undefined) break
    const close = char.active && char.text === '[' && index < lastClose ? closing(chars, index) : -1
    if (char.bit !== undefined) bits.push(char.bit)
    else if (char.active && (char.text === '*' || char.text === '?')) {
      bits.push({ kind: 'glob', text: char.text })
      glob = true
    } else if (close > 0) {
      bits.push(bracket(chars.slice(index, close + 1)))
      glob = true
      index = close
    } else bits.push({ kind: 'text', text: char.text })
  }
  return { bits, glob }
}

function closing(chars: readonly Char[], start: number): number {
  const first = chars[start + 1]?.text
  const from = start + (first === '!' || first === '^' ? 3 : 2)
  for (let index = from; index < chars.length; index++) {
    const char = chars[index]
    if (char?.text === '/') return -1
    if (char?.text === ']' && char.active) return index
  }
  return -1
}

/** A bracket with an expansion in it is one unknown character. */
function bracket(chars: readonly Char[]): Bit {
  const inner = chars.find((char) => char.bit !== undefined)?.bit
  const text = chars.map((char) => char.text).join('')
  if (inner === undefined) return { kind: 'glob', text }
  const unknown: Hole = hole(text, 'data')
  return unknown
}
