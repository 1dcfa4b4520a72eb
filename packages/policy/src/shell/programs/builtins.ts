import { display, knownPrefix, literal, textField, type Field } from '../../model/field.ts'
import type { Inner, NotReadonly } from '../../model/part.ts'
import { isHarmlessName } from '../variables.ts'
import { joinWords, shellText } from './joined-words.ts'
import { POSIX, WORDS, type FactsPatch, type ParsedArgs, type ProgramFacts, type Table } from './spec.ts'
import { wordSet } from '../../word-set.ts'

/** Builtins of bash that start nothing. Those that do (`eval`, `exec`, `trap`, `source`…) are carriers. */
export const BUILTINS: Table = () => [
  {
    names: [':', 'times', 'bg', 'fg', 'disown', 'caller', 'logout'],
    queries: '',
    readonly: true,
    style: WORDS,
  },
  { names: ['break', 'continue', 'shift'], queries: '', readonly: true, style: WORDS, read: numbersOnly },
  { names: ['exit', 'return'], queries: '', readonly: true, style: WORDS, read: numbersOnly },
  { names: ['cd', 'chdir'], readonly: true, style: POSIX, options: '-L -P -e -@' },
  { names: ['pushd', 'popd', 'dirs'], readonly: true, style: WORDS },
  { names: ['echo'], readonly: true, style: WORDS, queries: '' },
  { names: ['printf'], readonly: true, style: POSIX, changes: '-v=' },
  { names: ['test', '['], queries: '', readonly: true, style: WORDS, read: readTest },
  { names: ['type'], readonly: true, style: POSIX, options: '-a -f -t -p -P' },
  { names: ['hash'], readonly: true, style: POSIX, options: '-l -r -t -d', configures: '-p=' },
  { names: ['help'], readonly: true, style: POSIX, options: '-d -m -s' },
  { names: ['jobs'], readonly: true, style: POSIX, options: '-l -n -p -r -s', starts: '-x', read: readJobs },
  { names: ['wait'], readonly: true, style: POSIX, options: '-n -f', changes: '-p=' },
  { names: ['ulimit'], readonly: true, style: POSIX, anyOption: true, operands: { max: 0 } },
  { names: ['umask'], readonly: true, style: POSIX, options: '-p -S', operands: { max: 0 } },
  {
    names: ['read'],
    readonly: true,
    style: POSIX,
    options: '-r -s -e -p= -t= -n= -N= -d= -u= -i= -a=',
    read: readRead,
  },
  {
    names: ['mapfile', 'readarray'],
    readonly: true,
    style: POSIX,
    options: '-d= -n= -O= -s= -t -u= -c=',
    runs: '-C=',
    read: readMapfile,
  },
  {
    names: ['getopts'],
    readonly: true,
    style: WORDS,
    read: (args, facts) => plainNames({ ...args, operands: args.operands.slice(1, 2) }, facts),
  },
  { names: ['set'], queries: '', readonly: true, style: WORDS, read: readSet },
  { names: ['shopt'], readonly: true, style: POSIX, options: '-p -q -s -u -o', read: readShopt },
  { names: ['let'], queries: '', readonly: true, style: WORDS, read: readLet },
  { names: ['history'], readonly: true, style: WORDS, read: readHistory },
  {
    names: ['fc'],
    style: POSIX,
    options: '-l -n -r -s',
    runs: '-e=',
    // It runs an earlier command again, which is not in this text.
    read: (args) => (args.has('-l') ? {} : { opaque: true }),
  },
  { names: ['alias'], queries: '', readonly: true, style: POSIX, options: '-p', operands: { max: 0 } },
  { names: ['unalias', 'compopt', 'suspend', 'bind', 'complete'], queries: '', style: WORDS },
  {
    names: ['compgen'],
    style: POSIX,
    options: '-W= -A= -G= -P= -S= -X= -V= -o=',
    runs: '-C=',
    starts: '-F=',
    read: readCompgen,
  },
  { names: ['enable'], style: POSIX, options: '-a -n -p -s -d', loads: '-f=' },
  // Their assignments are separate parts; here only the form is checked.
  {
    names: ['export', 'readonly'],
    queries: '',
    readonly: true,
    style: POSIX,
    options: '-p -n -a -A',
    changes: '-f',
    read: plainAssignments,
  },
  {
    names: ['declare', 'typeset', 'local'],
    queries: '',
    readonly: true,
    style: POSIX,
    options: '-a -A -f -F -g -i -l -p -r -t -u -x',
    changes: '-n -I',
    read: plainAssignments,
  },
  { names: ['unset'], queries: '', readonly: true, style: POSIX, options: '-v -f -n', read: plainNames },
]

function refuse({ program }: ParsedArgs, facts: ProgramFacts, field: Field): FactsPatch {
  const reason: NotReadonly =
    literal(field) === undefined
      ? { because: 'unknown-word', program, range: field.range }
      : { because: 'not-readonly', program, argument: display(field) }
  return { notReadonly: facts.notReadonly ?? reason }
}

function refuseFirst(args: ParsedArgs, facts: ProgramFacts, isFine: (field: Field) => boolean): FactsPatch {
  const bad = args.operands.find((field) => !isFine(field))
  return bad === undefined ? {} : refuse(args, facts, bad)
}

/** `jobs -x command` starts it, with job numbers inserted. */
function readJobs(args: ParsedArgs, { inner }: ProgramFacts): FactsPatch {
  if (!args.has('-x') || args.operands.length === 0) return {}
  const argv = args.operands.map((word) =>
    knownPrefix(word).startsWith('%')
      ? { ...word, pieces: [{ kind: 'hole', source: display(word) } as const] }
      : word,
  )
  return { inner: [...inner, { kind: 'argv', argv }] }
}

/** `mapfile -C callback`: each line is appended to the callback. */
function readMapfile(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const words = plainWords(args.value('-C'))
  const inner: readonly Inner[] = words.length === 0 ? [] : [{ kind: 'argv', argv: words, more: true }]
  return { ...plainNames(args, facts), inner: [...facts.inner, ...inner] }
}

/** `compgen -C command word`: the word to complete is appended to it; the words of `-W` are expanded. */
function readCompgen(args: ParsedArgs, { inner }: ProgramFacts): FactsPatch {
  const words = plainWords(args.value('-C'))
  const list = args.value('-W')
  return {
    inner: [
      ...inner,
      ...(words.length === 0 ? [] : [{ kind: 'argv', argv: [...words, ...args.operands] } as const]),
      ...(list === undefined ? [] : [shellText(joinWords([textField(':', list.range), list]))]),
    ],
  }
}

/** `history -s text` makes it available for `fc` to run. */
function readHistory(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [option, ...text] = args.operands
  const kept = option !== undefined && /^-\w*s/.test(literal(option) ?? '') && text.length > 0
  return {
    ...numbersOnly(args, facts),
    ...(kept ? { inner: [...facts.inner, shellText(joinWords(text))] } : {}),
  }
}

/** The words of a text without anything special in it. */
function plainWords(field: Field | undefined): readonly Field[] {
  const text = literal(field)
  if (field === undefined || text === undefined || !/^[\w./~ =:@%+,-]+$/.test(text)) return []
  return text
    .trim()
    .split(/ +/)
    .map((word) => textField(word, field.range))
}

/** `history 20`, `exit 1`, `exit $?`; `history -a f` writes. */
function numbersOnly(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const loose = args.program !== 'history'
  return refuseFirst(
    args,
    facts,
    (field) => /^\d+$/.test(literal(field) ?? '') || (loose && literal(field) === undefined),
  )
}

/** `-v` and `-R` take a name whose subscript is evaluated; an unknown word may be one. */
function readTest(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const { operands } = args
  const words = operands.map(literal)
  const evaluates = operands.find((_, index) => words[index] === '-v' || words[index] === '-R')
  if (evaluates !== undefined) return refuse(args, facts, evaluates)
  const split = operands.find(
    (field) => field.many && field.pieces.some((piece) => piece.kind === 'hole' && !isNumber(piece.source)),
  )
  if (split !== undefined) return refuse(args, facts, split)
  // `[ "$x" y ]`: two words, the first is the operator.
  const shown = args.program === '[' && words.at(-1) === ']' ? operands.slice(0, -1) : operands
  const operator = shown.find((field, index) => literal(field) === undefined && !isOperand(shown, index))
  return operator === undefined ? {} : refuse(args, facts, operator)
}

function isNumber(source: string): boolean {
  return /^\$(?:[?#$!]|\{#\w+\})$/.test(source)
}

const BINARY = /^(?:=|==|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/
const UNARY = /^-[a-hknoprstuwxzGLNOS]$/

/** The word is certainly in the position of a value: next to a binary operator, after a unary one, or alone. */
function isOperand(words: readonly Field[], index: number): boolean {
  const at = (position: number): string => {
    const field = words[position]
    return field === undefined ? '' : (literal(field) ?? '')
  }
  if (BINARY.test(at(index + 1)) || BINARY.test(at(index - 1))) return true
  if (UNARY.test(at(index - 1))) return true
  if (words.length === 3 && /^-[ao]$/.test(at(1))) return true
  return words.length === 1 || (words.length === 2 && at(0) === '!')
}

const IDENTIFIER = /^[A-Za-z_]\w*$/

function isPlainName(field: Field): boolean {
  const name = literal(field)
  return name !== undefined && IDENTIFIER.test(name) && isHarmlessName(name, 'shell')
}

function plainNames(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return refuseFirst(args, facts, isPlainName)
}

/** `NAME`, `NAME=…` or `NAME+=…`; a subscript is evaluated, and an unknown word may be an option. */
function plainAssignments(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return refuseFirst(args, facts, (field) => {
    const start = knownPrefix(field)
    return (
      /^[A-Za-z_]\w*\+?=/.test(start) ||
      IDENTIFIER.test(literal(field) ?? '') ||
      /^\+[aAilrtux]+$/.test(start)
    )
  })
}

function readRead(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const array = args.value('-a')
  if (array !== undefined && !isPlainName(array)) return refuse(args, facts, array)
  return plainNames(args, facts)
}

/** Shell options that only make it stricter or more verbose. */
const SET_LETTERS = /^[-+][euxvfCEThbmo]+$/
const SET_NAMES = wordSet(
  'errexit nounset xtrace verbose noglob noclobber errtrace functrace pipefail monitor notify hashall',
)

function readSet(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  let names = 0
  for (const field of args.operands) {
    const word = literal(field) ?? ''
    // The positional parameters follow.
    if (word === '--') return {}
    if (names > 0 && SET_NAMES.has(word)) names -= 1
    else if (SET_LETTERS.test(word)) names += word.split('o').length - 1
    else return refuse(args, facts, field)
  }
  return {}
}

/** Options in addition to those of `set`. */
const SHOPT_NAMES = wordSet(
  'nullglob globstar nocaseglob nocasematch inherit_errexit checkwinsize globasciiranges',
)

/** Querying is harmless; setting is harmless for options that only change how globs match. */
function readShopt(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  if (!args.has('-s', '-u')) return {}
  return refuseFirst(args, facts, (field) => {
    const name = literal(field) ?? ''
    return SHOPT_NAMES.has(name) || SET_NAMES.has(name)
  })
}

/** Plain arithmetic. The reader, which knows the variables, judges what their text could do in it. */
function readLet(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return refuseFirst(args, facts, (field) => {
    const text = literal(field) ?? '['
    const names = text.match(/[A-Za-z_]\w*/g) ?? []
    return /^[\w\s+*/%=<>!&|^~?:(),-]*$/.test(text) && names.every((name) => isHarmlessName(name, 'shell'))
  })
}
