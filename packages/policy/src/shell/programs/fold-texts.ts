import { lazy } from '../../lazy.ts'
import { fromHex } from '../encodings.ts'

/**
 * Code with the texts that it builds from constants written out: `"r" + "m"`, `" ".join(["rm", "-rf"])`, `sprintf("%s /", "rm")`,
 * `chr(47)`, names that hold such a text. It does not parse any language: its findings are only for deny, ask and breakers, in addition to
 * what the code plainly shows.
 */
export function foldTexts(code: string): Folded {
  let text = code
  if (!/["'`]|\bchr\b|fromC|\bchar\b|\bbytes\b|sep\b/.test(code)) return { text, whole: true }
  for (let round = 0; round < ROUNDS && text.length <= MOST_CODE; round += 1) {
    const next = FOLDS().reduce((folded, fold) => fold(folded), text)
    if (next === text) return { text, whole: namesIn(code).length <= MOST_NAMES }
    text = next
  }
  return { text, whole: false }
}

export interface Folded {
  readonly text: string
  /** False: the code builds more texts than are tracked. */
  readonly whole: boolean
}

/** Twice as long as any code can be. */
const MOST_CODE = 20_000
const ROUNDS = 8
const MOST_NAMES = 64

/** An escaped quote does not begin a text: searching for the end of each would take long. */
const TEXT =
  String.raw`(?<!\\)(?:[rbuf]{0,2}"(?:[^"\\\n]|\\.)*"|[rbuf]{0,2}'(?:[^'\\\n]|\\.)*'|` + '`[^`\\n]*`)'
const TEXTS = String.raw`${TEXT}(?:\s*,\s*${TEXT})*`
const VALUES = String.raw`(?:${TEXT}|\d+)(?:\s*,\s*(?:${TEXT}|\d+))*`

type Fold = (code: string) => string

/** Every match of the pattern, in which `T` is a text and `L` a list of them, is replaced by the resulting text. */
function fold(pattern: string, made: (groups: readonly string[], code: string) => string | undefined): Fold {
  const expression = new RegExp(
    pattern
      .replaceAll('‹T›', () => TEXT)
      .replaceAll('‹L›', () => TEXTS)
      .replaceAll('‹V›', () => VALUES),
    'g',
  )
  return (code) =>
    code.replaceAll(expression, (whole, ...groups: unknown[]) => {
      const text = made(
        groups.map((group) => (typeof group === 'string' ? group : '')),
        code,
      )
      return text === undefined || /["\\\n]/.test(text) ? whole : `"${text}"`
    })
}

/** Words in parentheses, or without any. */
function called(words: string): string {
  return String.raw`(?:\(\s*${words}\s*\)|${words})`
}

const JOIN = String.raw`(?:\s*(?:\+|\.\.?)\s*|\s+)`

const FOLDS = lazy((): readonly Fold[] => [
  fold(
    String.raw`\b(?:chr|String\.from(?:CharCode|CodePoint)|string\.char)\s*\(\s*(\d+(?:\s*,\s*\d+)*)\s*\)`,
    ([codes = '']) => lettersOf(codes),
  ),
  fold(String.raw`\bpack\s*\(\s*["']H\*["']\s*,\s*(‹T›)\s*\)`, ([digits = '']) => fromHex(plain(digits))),
  fold(String.raw`\bpack\s*\(\s*["'][CcWU]\*["']\s*,\s*(\d+(?:\s*,\s*\d+)*)\s*\)`, ([codes = '']) =>
    lettersOf(codes),
  ),
  fold(String.raw`\b(\d{2,3})\.chr\b`, ([code = '']) => lettersOf(code)),
  // A list of numbers that are character codes, in code that converts such numbers.
  fold(String.raw`[[({]\s*(\d{2,3}(?:\s*,\s*\d{2,3}){3,})\s*[\])}]`, ([codes = ''], code) =>
    /\bchr\b|\bchar|fromC|\bbytes\b|\bbytearray\b|\bpack\b|%c/.test(code) ? lettersOf(codes) : undefined,
  ),
  fold(String.raw`(?<![\w"'])(‹T›)`, ([text = '']) => (/\\[xu0-7]/.test(text) ? unescaped(text) : undefined)),
  fold(String.raw`(?<![\w"'])["']((?:[0-9a-fA-F]{2}){3,})["']`, ([digits = ''], code) =>
    /hex|\bpack\b|\bH\*/i.test(code) ? fromHex(digits) : undefined,
  ),
  fold(
    String.raw`(‹T›)\s*(?:\[::-1\]|\.reverse\b|\.split\((?:""|'')\)\.reverse\(\)\.join\((?:""|'')\))`,
    ([text = '']) => reversed(text),
  ),
  fold(String.raw`\b(?:str_?rev(?:erse)?|reverse|string\.reverse)\s*\(\s*(‹T›)\s*\)`, ([text = '']) =>
    reversed(text),
  ),
  fold(String.raw`\b(?:os\.(?:path\.)?sep|path\.sep|File::SEPARATOR|DIRECTORY_SEPARATOR)\b`, () => '/'),
  fold(String.raw`\b(?:os\.path|path|require\(["']path["']\)|File)\.join\(\s*(‹L›)\s*\)`, ([list = '']) =>
    joinedPath(textsIn(list)),
  ),
  fold(String.raw`(‹T›)\s*\.join\(\s*[[(]\s*(‹L›)\s*,?\s*[\])]\s*\)`, ([glue = '', list = '']) =>
    textsIn(list).join(plain(glue)),
  ),
  fold(
    String.raw`(?<![.\w])(?:join|implode)\b\s*${called('(‹T›)\\s*,\\s*[[(]?\\s*(‹L›)\\s*\\]?')}`,
    ([glue, list, bareGlue, bareList]) => textsIn(list || bareList || '').join(plain(glue || bareGlue || '')),
  ),
  fold(String.raw`\btable\.concat\(\s*\{\s*(‹L›)\s*\}\s*,\s*(‹T›)\s*\)`, ([list = '', glue = '']) =>
    textsIn(list).join(plain(glue)),
  ),
  fold(
    String.raw`\[\s*(‹L›)\s*,?\s*\]\s*(?:\.join\(?\s*(‹T›)?\s*\)?|\*\s*(‹T›))`,
    ([list = '', glue = '', times = '']) => textsIn(list).join(plain(glue || times)),
  ),
  fold(
    String.raw`\b(?:sprintf|string\.format|(?<!\.)format|printf)\b\s*${called('(‹T›)\\s*,\\s*(‹V›)')}`,
    ([form, list, bare, bareList]) => filled(plain(form || bare || ''), valuesIn(list || bareList || '')),
  ),
  fold(String.raw`(‹T›)\s*%\s*(?:[([]\s*(‹V›)\s*,?\s*[\])]|(‹T›))`, ([form = '', list, only]) =>
    filled(plain(form), valuesIn(list || only || '')),
  ),
  fold(String.raw`(‹T›)\s*\.format\(\s*(‹V›)\s*\)`, ([form = '', list = '']) =>
    filled(plain(form), valuesIn(list)),
  ),
  (code) => code.replaceAll(/[$#]?\{"([^"{}]*)"\}/g, '$1'),
  fold(String.raw`(?<![\w"'])(‹T›)${JOIN}(‹T›)`, ([first = '', second = '']) => plain(first) + plain(second)),
  (code) => code.replaceAll(/(\$?\b[A-Za-z_]\w*)\s*(?:\+|\.\.?)=(?!=)/g, '$1 = $1 + '),
  withoutNames,
])

/** The text between the quotes. */
function plain(text: string): string {
  return text.replace(/^[rbuf]{0,2}["'`]/, '').slice(0, -1)
}

function textsIn(list: string): readonly string[] {
  return (list.match(new RegExp(TEXT, 'g')) ?? []).map(plain)
}

function valuesIn(list: string): readonly string[] {
  return (list.match(new RegExp(`${TEXT}|\\d+`, 'g')) ?? []).map((each) =>
    /^\d/.test(each) ? each : plain(each),
  )
}

function lettersOf(codes: string): string | undefined {
  const numbers = codes.split(',').map(Number)
  return numbers.every((code) => code >= 0x20 && code < 0x7f) ? String.fromCharCode(...numbers) : undefined
}

function unescaped(text: string): string {
  return plain(text).replaceAll(
    /\\(?:x([0-9a-fA-F]{2})|u\{?([0-9a-fA-F]{2,4})\}?|([0-7]{2,3}))/g,
    (_, x, u, octal) =>
      String.fromCharCode(
        octal === undefined ? Number.parseInt(String(x ?? u), 16) : Number.parseInt(String(octal), 8),
      ),
  )
}

function reversed(text: string): string {
  return [...plain(text)].toReversed().join('')
}

/** The last absolute part replaces those before it. */
function joinedPath(parts: readonly string[]): string {
  const from = parts.findLastIndex((part) => part.startsWith('/'))
  return parts
    .slice(Math.max(0, from))
    .join('/')
    .replaceAll(/\/{2,}/g, '/')
}

/** `%s`, `%d`, `%c` and `{}` one after the other, `{0}` by its number. */
function filled(form: string, values: readonly string[]): string {
  let next = 0
  return form
    .replace(/\\n$/, '')
    .replaceAll(
      /%-?\d*([sdiucqr])|\{(\d?)\}/g,
      (whole, letter: string | undefined, index: string | undefined) => {
        const value = values[index === undefined || index === '' ? next++ : Number(index)]
        if (value === undefined) return whole
        return letter === 'c' && /^\d+$/.test(value) ? (lettersOf(value) ?? whole) : value
      },
    )
}

const SET = new RegExp(
  String.raw`(?<![\w.$@])(\$?[A-Za-z_]\w*)\s*(?::?=(?![=~])|:\s*(?=["']))\s*(${TEXT}(?=\s*(?:[;\n,)}]|$)))?`,
  'g',
)

/** Replaces names that hold a text where they are used: alone, and in interpolated texts. */
function withoutNames(code: string): string {
  return namesIn(code)
    .slice(0, MOST_NAMES)
    .reduce((changed, name) => withoutName(changed, name), code)
}

function namesIn(code: string): readonly string[] {
  const names = [...code.matchAll(SET)].flatMap(([, name = '', text]) =>
    text === undefined ? [] : [name.replace(/^\$/, '')],
  )
  return [...new Set(names)]
}

function withoutName(code: string, name: string): string {
  const use = new RegExp(
    String.raw`(?<put>[#$]?\{\$?${name}\})|(?<![\w.$#{"'-])\$?${name}(?![\w"'(])(?!\s*(?::?=(?!=)|:\s*["']))|(?<=["'])\$${name}\b|(?<![\w$])\$${name}(?=["'])`,
    'g',
  )
  const sets = [...code.matchAll(SET)].filter(([, set]) => set === name || set === `$${name}`)
  const result: string[] = []
  let from = 0
  let quotes = 0
  let size = code.length
  for (const { 0: whole, index, groups } of code.matchAll(use)) {
    quotes += code.slice(from, index).split('"').length - 1
    result.push(code.slice(from, index))
    // The last assignment in a statement before this one.
    const done = Math.max(...[';', '\n', '{'].map((end) => code.lastIndexOf(end, index - 1)))
    const text = textOf(sets.findLast((set) => set.index + set[0].length <= done + 1)?.[2])
    const within = groups?.['put'] !== undefined || quotes % 2 === 1
    // A text that is inserted in many places soon exceeds the limit.
    const by = text === undefined || size > MOST_CODE ? whole : within ? text : `"${text}"`
    result.push(by)
    size += by.length - whole.length
    quotes += whole.split('"').length - 1
    from = index + whole.length
  }
  return [...result, code.slice(from)].join('')
}

/** A text that is plain. */
function textOf(quoted: string | undefined): string | undefined {
  const text = quoted === undefined ? undefined : plain(quoted)
  return text === undefined || /["\\]/.test(text) ? undefined : text
}
