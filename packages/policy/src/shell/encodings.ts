/** Programs that encode their input, as far as this module can decode it. */
export type Coder = 'base64' | 'base32' | 'xxd' | 'rev' | 'tr' | 'openssl'

/** The output of such a program; undefined: it cannot be decoded. `options`: its words, joined. */
export function decode(name: Coder, options: string, text: string): string | undefined {
  switch (name) {
    case 'base64':
      return /(?:^| )(?:-[A-Za-z]*[dD]|--decode)/.test(options) ? fromBase64(text) : undefined
    case 'xxd':
      return /r/.test(options) && /p/.test(options) ? fromHex(text) : undefined
    case 'rev':
      return [...text].toReversed().join('')
    case 'openssl':
      return /^(?:enc |base64)/.test(options) && / -d\b/.test(options) && /base64|-a\b/.test(options)
        ? fromBase64(text)
        : undefined
    case 'tr':
      return exchanged(options, text)
    case 'base32':
      return /(?:^| )(?:-[A-Za-z]*[dD]|--decode)/.test(options) ? fromBase32(text) : undefined
    default:
      return name satisfies never
  }
}

/** `tr a-z n-za-m`, `tr -d x`: replaces or deletes letters. */
function exchanged(words: string, text: string): string | undefined {
  const [first = '', second, more] = words.split(' ')
  if (more !== undefined || second === undefined || /[[\]\\]/.test(words)) return undefined
  if (first === '-d') return printable([...text].filter((char) => !lettersOf(second).includes(char)).join(''))
  if (first.startsWith('-')) return undefined
  const [from, to] = [lettersOf(first), lettersOf(second)]
  const letters = [...text].map((char) => {
    const at = from.lastIndexOf(char)
    return at === -1 ? char : (to[at] ?? to.at(-1) ?? '')
  })
  return printable(letters.join(''))
}

/** The letters of a set with its ranges written out. */
function lettersOf(set: string): readonly string[] {
  return [...set.matchAll(/([\x20-\x7e])-([\x20-\x7e])|[\s\S]/g)].flatMap(([one, start, end]) => {
    if (start === undefined || end === undefined) return [one]
    const [low, high] = [start.charCodeAt(0), end.charCodeAt(0)]
    return Array.from({ length: Math.max(0, high - low + 1) }, (_, index) => String.fromCharCode(low + index))
  })
}

function fromBase32(text: string): string | undefined {
  const plain = text.replaceAll(/[\s=]+/g, '')
  if (!/^[A-Z2-7]+$/.test(plain)) return undefined
  const bits = Array.from(plain, (char) => DIGITS.indexOf(char).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return printable(bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join(''))
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function fromBase64(text: string): string | undefined {
  const plain = text.replaceAll(/\s+/g, '')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(plain) && plain.length % 4 === 0 ? printable(atob(plain)) : undefined
}

export function fromHex(text: string): string | undefined {
  const pairs = text.replaceAll(/\s+/g, '').match(/[0-9a-fA-F]{2}/g) ?? []
  return printable(pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join(''))
}

function printable(text: string): string | undefined {
  return /^[\t\n\x20-\x7e]*$/.test(text) ? text : undefined
}

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
])

/** Escapes of `printf` and `echo -e`; undefined: one that is not supported here, or an invisible character. */
export function unescape(text: string): string | undefined {
  let strange = false
  const result = text.replaceAll(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,4})|([\s\S]?))/g,
    (_, hex?: string, unicode?: string, octal?: string, letter?: string) => {
      const code = hex ?? unicode
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) % 256)
      const known = LETTERS.get(letter ?? '')
      strange ||= known === undefined
      return known ?? ''
    },
  )
  return !strange && /^[\0\t\n\x20-\x7e]*$/.test(result) ? result : undefined
}
