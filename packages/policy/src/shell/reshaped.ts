/**
 * The result of a filter on a known text, for its simplest forms: cutting, replacing, selecting fields. Undefined: it does something else.
 * It says what a text may become, never what it certainly is.
 */
export function reshaped(name: string, words: readonly string[], text: string): string | undefined {
  const small = text.length <= MOST && words.every((word) => word.length <= LONGEST)
  const change = small ? CHANGES.get(name)?.(words) : undefined
  return change === undefined ? undefined : text.split('\n').map(change).join('\n')
}

const MOST = 10_000
const LONGEST = 200

type Change = (line: string) => string

const CHANGES: ReadonlyMap<string, (words: readonly string[]) => Change | undefined> = new Map([
  ['cut', cutting],
  ['sed', replacing],
  ['tr', exchanging],
  ['awk', picking],
])

/** `cut -c2-`, `cut -d' ' -f2-4`. */
function cutting(words: readonly string[]): Change | undefined {
  const given = /^(?:-d\0?(.)\0)?-([cbf])\0?(\d+)?(-)?(\d+)?$/s.exec(words.join('\0'))
  if (given === null) return undefined
  const [, between = '\t', what, first = '1', open, last] = given
  const end = open === undefined ? Number(first) : last === undefined ? undefined : Number(last)
  const glue = what === 'f' ? between : ''
  return (line) =>
    line
      .split(glue)
      .slice(Number(first) - 1, end)
      .join(glue)
}

/** `sed 's/^#//'`: one replacement of a pattern without groups, so that the search is fast. */
function replacing(words: readonly string[]): Change | undefined {
  const scripts = words.filter((word) => !/^-(?:[Ere]|-expression|-regexp-extended)$/.test(word))
  const given = /^s([/,|#:@!_%])(.*)\1(.*)\1(g?)$/s.exec(scripts.join('\n'))
  const [, mark = '', pattern = '', replacement = '', all = ''] = given ?? []
  const plain = /^\^?(?:[\w #/,:;@%&=<>"'~!-]|\.|\[[\w ,.#/-]+\])*(?:\.\*)?\$?$/
  if (given === null || pattern.includes(mark) || !plain.test(pattern) || /[\\&]/.test(replacement))
    return undefined
  const found = new RegExp(pattern.replaceAll('/', String.raw`\/`), all)
  return (line) => line.replace(found, () => replacement)
}

/** `tr _ ' '`: one character for another. */
function exchanging([from = '', to = '', ...more]: readonly string[]): Change | undefined {
  if (more.length > 0 || from === '' || from.length !== to.length || /[[\]\\-]/.test(from + to))
    return undefined
  return (line) => [...line].map((char) => to[from.indexOf(char)] ?? char).join('')
}

/** `awk '{print $2, $3}'`. */
function picking(words: readonly string[]): Change | undefined {
  const [program = '', ...more] = words
  const given = /^\s*\{\s*print\s+(\$\d+(?:\s*,\s*\$\d+)*)\s*\}\s*$/.exec(program)?.[1]
  if (given === undefined || more.length > 0) return undefined
  const numbers = given.split(',').map((field) => Number(field.replaceAll(/\D/g, '')))
  return (line) => {
    const fields = line.trim().split(/\s+/)
    return numbers.map((number) => (number === 0 ? line : (fields[number - 1] ?? ''))).join(' ')
  }
}
