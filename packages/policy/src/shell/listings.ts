import { display, knownPrefix, literal, NOWHERE, textField, type Field } from './field.ts'
import { namedByFd } from './programs/find.ts'
import { foldTexts } from './programs/fold-texts.ts'
import { FOUND, foundName, foundPath } from './programs/found-paths.ts'
import { fieldValue, joinBits, toPieces, type Listing } from './value.ts'
import { wordSet } from '../word-set.ts'

/** The paths that a command writes down for the next one, when it leaves none of them out. */
export function listingOf(argv: readonly Field[]): Listing | undefined {
  const [first, ...args] = argv
  const name = literal(first)
  switch (name?.slice(name.lastIndexOf('/') + 1)) {
    case 'find':
      return findListing(args)
    case 'ls':
    case 'dir':
    case 'vdir':
      return lsListing(args)
    case 'compgen':
      return /^-(?:f|G)/.test(args.map(display).join(' ')) ? lsListing([]) : undefined
    case 'fd':
    case 'fdfind':
      return fdListing(args)
    case 'du':
    case 'tree':
      return folderListing(args)
    case 'rg':
      return args.some((arg) => literal(arg) === '--files') && !args.some(isFilter)
        ? folderListing(args)
        : undefined
    case 'git':
      return gitListing(args)
    case 'ps':
    case 'pgrep':
      return processListing(name, args)
    case 'stat':
    case 'realpath':
    case 'basename':
      return args.some((arg) => arg.many)
        ? { paths: args.filter((arg) => arg.many), recursive: false }
        : undefined
    case 'printf':
      return args.some((arg) => arg.many) ? { paths: args.slice(1), recursive: false } : undefined
    default:
      return CODE.test(name?.slice(name.lastIndexOf('/') + 1) ?? '') ? toldListing(args) : undefined
  }
}

const CODE = /^(?:python[\d.]*|node|deno|bun|perl|ruby|php|lua|[gmn]?awk|jq|g?sed|seq|date|yes)$/

/** `python3 -c 'print("/")'`, `date +/`: folders of the system that stand in the code or the words, and may be printed. */
function toldListing(args: readonly Field[]): Listing | undefined {
  const words = args.flatMap((arg) => literal(arg) ?? [])
  const told = words.flatMap((word) => [
    word.replace(/^\+/, ''),
    ...[
      ...foldTexts(word)
        .replaceAll('\\/', '/')
        .matchAll(/(["'`/])((?:\/|~|\*|\.{1,2})[\w*/]*)\1/g),
    ].map(([, , path = '']) => path),
  ])
  const roots = told.filter((text) => /^(?:~?\/\w*\/?\*?|~|\*)$/.test(text))
  const range = args[0]?.range ?? NOWHERE.range
  const paths = [...new Set(roots)].slice(0, 2).map((text): Field => {
    if (!text.endsWith('*')) return textField(text, range)
    const start = text.slice(0, -1)
    const pieces = [
      ...(start === '' ? [] : [{ kind: 'text' as const, text: start }]),
      { kind: 'glob' as const, text: '*' },
    ]
    return { pieces, quoted: false, many: true, range }
  })
  return paths.length === 0 ? undefined : { paths, recursive: false, picked: true }
}

/** The paths of a listing, and what lies below them where that is listed too. */
export function allListed({ paths, recursive }: Listing): readonly Field[] {
  if (!recursive) return paths
  const below = paths.map((path): Field => ({
    ...path,
    pieces: [...path.pieces, { kind: 'text', text: '/' }, FOUND],
  }))
  return [...paths, ...below]
}

const NAME_TESTS = wordSet(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -samefile -inum',
)

function findListing(args: readonly Field[]): Listing | undefined {
  const limited = args.some((arg, index) => {
    const text = display(arg)
    return NAME_TESTS.has(text) && display(args[index + 1]) !== '*'
  })
  const paths: Field[] = []
  for (const arg of args) {
    const start = knownPrefix(arg)
    if (/^-[HLP]$/.test(start)) continue
    if (start.startsWith('-') || start.startsWith('(') || start.startsWith('!')) break
    paths.push(arg)
  }
  const range = args[0]?.range ?? NOWHERE.range
  const starts = paths.length > 0 ? paths : [textField('.', range)]
  return limited ? namedListing(args, starts) : { paths: starts, recursive: true }
}

/** `find . -name .env`: with one name, or one pattern of paths, that all have. */
function namedListing(args: readonly Field[], starts: readonly Field[]): Listing | undefined {
  const words = args.map(display)
  const tests = words.filter((word) => NAME_TESTS.has(word))
  const at = words.findIndex((word) => /^-(?:i?name|path|wholename)$/.test(word))
  const name = literal(args[at + 1])
  const whole = /(?:path|wholename)$/.test(words[at] ?? '')
  const plain = !words.some((word) => /^(?:-not|!|-o|-or|,)$/.test(word))
  if (at === -1 || name === undefined || tests.length !== 1 || !plain) return undefined
  const below = (start: Field): Field => ({
    ...start,
    pieces: whole ? foundPath(name, undefined, literal(start)) : [...start.pieces, FOUND, ...foundName(name)],
    many: false,
  })
  return { paths: starts.map(below), recursive: false, named: true }
}

/** The numbers of all processes, or of all that somebody has: the first one of the machine stands for them. */
function processListing(name: string, args: readonly Field[]): Listing | undefined {
  const words = args.map(display)
  const every = name.endsWith('pgrep')
    ? words.every((word, at) => /^(?:-.*|\.|\.\*|\^|)$/.test(word) || /^-\w*[uU]$/.test(words[at - 1] ?? ''))
    : isEveryProcess(words)
  const range = args[0]?.range ?? NOWHERE.range
  return every ? { paths: [textField(EVERY_PROCESS, range)], recursive: true } : undefined
}

const EVERY_PROCESS = '1'

function isEveryProcess(words: readonly string[]): boolean {
  const picks = words.some((word) =>
    /^(?:-[a-zA-Z]*[pCqtgG]|--(?:pid|ppid|tty|sid|group|deselect)\b.*)$/.test(word),
  )
  return !picks && words.some((word) => /^(?:-[a-zA-Z]*[eAdu]\w*|[a-zA-Z]*[ax][a-zA-Z]*)$/.test(word))
}

/** Processes of which a condition leaves some out; a line number only leaves out the heading. */
export function picksProcesses({ paths: [first] }: Listing, words: readonly string[]): boolean {
  if (first === undefined || literal(first) !== EVERY_PROCESS) return false
  return words.some((word) => /[<>~=]/.test(word.replaceAll(/\bNR\s*[<>!=]+\s*\d+/g, '')))
}

/** All below the folders that are named, or below this one. */
function folderListing(args: readonly Field[]): Listing {
  const folders = args.filter((arg) => !knownPrefix(arg).startsWith('-'))
  const here = textField('.', args[0]?.range ?? NOWHERE.range)
  return { paths: folders.length === 0 ? [here] : folders, recursive: true }
}

/** Options by which only some files are listed. */
function isFilter(arg: Field): boolean {
  return /^-(?:g|t|T|e|E|S|d|-i?glob|-type|-extension|-exclude|-changed)/.test(knownPrefix(arg))
}

/** `git ls-files`: all that the repository holds. What is deleted already is not lost. */
function gitListing([verb, ...args]: readonly Field[]): Listing | undefined {
  if (verb === undefined || literal(verb) !== 'ls-files') return undefined
  const some = args.some(
    (arg) => !/^-(?:z|c|-cached|-full-name|-others|o|-exclude-standard)$/.test(display(arg)),
  )
  return some ? undefined : folderListing([])
}

/** `fd -H .env`: all that have the name; `fd . ~`: all. */
function fdListing(args: readonly Field[]): Listing | undefined {
  const operands = args.filter((arg) => !knownPrefix(arg).startsWith('-'))
  const [pattern, ...folders] = operands
  if (!args.some(isFilter) && /^[.*^$]*$/.test(display(pattern))) return folderListing(folders)
  const name = namedByFd(operands)
  if (name === '') return undefined
  const pieces: Field['pieces'] = [{ kind: 'hole', source: '{}' }, ...foundName(name)]
  return { paths: [{ ...NOWHERE, pieces, quoted: true }], recursive: false, named: true }
}

function lsListing(args: readonly Field[]): Listing {
  const folders = args.filter((arg) => !knownPrefix(arg).startsWith('-'))
  if (folders.length === 0)
    return { paths: [{ ...NOWHERE, pieces: [{ kind: 'glob', text: '*' }], many: true }], recursive: false }
  const paths = folders.map((field): Field => {
    const slash = display(field).endsWith('/') ? '' : '/'
    return {
      ...field,
      pieces: toPieces(
        joinBits([...fieldValue(field), { kind: 'text', text: slash }, { kind: 'glob', text: '*' }]),
      ),
      many: true,
    }
  })
  return { paths, recursive: false }
}
