import { baseName } from '../text/base-name.ts'
import { display, knownPrefix, literal, NOWHERE, textField, type Field } from '../model/field.ts'
import { namedByFd } from './programs/find.ts'
import { foldTexts } from './programs/fold-texts.ts'
import { FOUND, foundName, foundPath } from './programs/found-paths.ts'
import { fieldValue, joinBits, toPieces, type Listing } from './value.ts'
import { wordSet } from '../word-set.ts'

/** The paths that a command prints for the next one, if it omits none of them. */
export function listingOf(argv: readonly Field[]): Listing | undefined {
  const [first, ...args] = argv
  const name = literal(first) ?? ''
  switch (baseName(name)) {
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
      return CODE.test(baseName(name)) ? listingOfWords(args) : undefined
  }
}

const CODE = /^(?:python[\d.]*|node|deno|bun|perl|ruby|php|lua|[gmn]?awk|jq|g?sed|seq|date|yes)$/

/** `python3 -c 'print("/")'`, `date +/`: system folders in the code or the words that may be printed. */
function listingOfWords(args: readonly Field[]): Listing | undefined {
  const words = args.flatMap((arg) => literal(arg) ?? [])
  const texts = words.flatMap((word) => [
    word.replace(/^\+/, ''),
    ...[
      ...foldTexts(word)
        .text.replaceAll('\\/', '/')
        .matchAll(/(["'`/])((?:\/|~|\*|\.{1,2})[\w*/]*)\1/g),
    ].map(([, , path = '']) => path),
  ])
  const roots = texts.filter((text) => /^(?:~?\/\w*\/?\*?|~|\*)$/.test(text))
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

/** The paths of a listing, including everything below them if it is recursive. */
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
  const paths: Field[] = []
  for (const arg of args) {
    const start = knownPrefix(arg)
    if (/^-[HLP]$/.test(start)) continue
    if (start.startsWith('-') || start.startsWith('(') || start.startsWith('!')) break
    paths.push(arg)
  }
  const range = args[0]?.range ?? NOWHERE.range
  const starts = paths.length > 0 ? paths : [textField('.', range)]
  const ways = alternatives(args)
  if (!ways.every((way) => way.some(isNameTest))) return { paths: starts, recursive: true }
  return args.some((arg) => OTHERS.test(display(arg))) ? undefined : namedListing(ways, starts)
}

/** It prints other texts than the paths, or begins elsewhere. */
const OTHERS = /^-(?:f?printf|f?ls|exec(?:dir)?|ok(?:dir)?|files0-from)$/

/** A name test that excludes something. */
function isNameTest(field: Field, at: number, way: readonly Field[]): boolean {
  return NAME_TESTS.has(display(field)) && display(way[at + 1]) !== '*'
}

/** `find . -name .env`, `-name a -o -name b`: one of a few names, or path patterns, on every alternative. */
function namedListing(ways: readonly Way[], starts: readonly Field[]): Listing | undefined {
  const tests = ways.flatMap((way) => nameTest(way) ?? [])
  if (tests.length < ways.length || ways.length > MOST_NAMES) return undefined
  const paths = tests.flatMap(({ name, whole }) =>
    starts.map((start): Field => ({
      ...start,
      pieces: whole
        ? foundPath(name, undefined, literal(start))
        : [...start.pieces, FOUND, ...foundName(name)],
      many: false,
    })),
  )
  return { paths, recursive: false, named: true }
}

/** Longer lists of names are not tracked. */
const MOST_NAMES = 4

type Way = readonly Field[]

/** The alternatives that `-o` and `,` separate, without exclusions (`! -name x`, `-path x -prune`), which let everything else through. */
function alternatives(args: readonly Field[]): readonly Way[] {
  const ways: Field[][] = [[]]
  for (let at = 0; at < args.length; at += 1) {
    const word = display(args[at])
    if (word === '!' || word === '-not') at = lastOfTest(args, at + 1)
    else if (/^(?:-or?|,)$/.test(word)) ways.push([])
    else ways.at(-1)?.push(args[at] ?? NOWHERE)
  }
  const prints = ways.at(-1)?.some((field) => /^-print0?$/.test(display(field))) === true
  const kept = ways.filter((way) => !(prints && way.some((field) => display(field) === '-prune')))
  return kept.length === 0 ? [[]] : kept
}

/** The end of the test that begins here: its value, or the closing parenthesis. */
function lastOfTest(args: readonly Field[], at: number): number {
  if (display(args[at]) !== '(') return NAME_TESTS.has(display(args[at])) ? at + 1 : at
  let [depth, end] = [0, at]
  for (; end < args.length; end += 1) {
    depth += { '(': 1, ')': -1 }[display(args[end])] ?? 0
    if (depth === 0) break
  }
  return end
}

function nameTest(way: Way): { readonly name: string; readonly whole: boolean } | undefined {
  for (const [test, whole] of [
    [/^-i?name$/, false],
    [/^-(?:path|wholename)$/, true],
  ] as const) {
    const at = way.findIndex((field, index) => test.test(display(field)) && isNameTest(field, index, way))
    const name = at === -1 ? undefined : literal(way[at + 1])
    if (name !== undefined) return { name, whole }
  }
  return undefined
}

/** The ids of all processes, or of all processes of a user: the first process of the machine represents them. */
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

/** Processes filtered by a condition; a line number only drops the heading. */
export function picksProcesses({ paths: [first] }: Listing, words: readonly string[]): boolean {
  if (first === undefined || literal(first) !== EVERY_PROCESS) return false
  return words.some((word) => /[<>~=]/.test(word.replaceAll(/\bNR\s*[<>!=]+\s*\d+/g, '')))
}

/** Everything below the named folders, or below this one. */
function folderListing(args: readonly Field[]): Listing {
  const folders = args.filter((arg) => !knownPrefix(arg).startsWith('-'))
  const here = textField('.', args[0]?.range ?? NOWHERE.range)
  return { paths: folders.length === 0 ? [here] : folders, recursive: true }
}

/** Options that list only some files. */
function isFilter(arg: Field): boolean {
  return /^-(?:g|t|T|e|E|S|d|-i?glob|-type|-extension|-exclude|-changed)/.test(knownPrefix(arg))
}

/** `git ls-files`: everything in the repository, or the files that match the given paths. Files that are already deleted cannot be lost. */
function gitListing([verb, ...args]: readonly Field[]): Listing | undefined {
  const words = args.map(display)
  if (literal(verb) === 'diff') {
    const before = words.slice(0, words.indexOf('--'))
    const names = before.includes('--name-only') && before.every((word) => DIFF.test(word))
    return names ? pathspecListing(args.slice(before.length + 1)) : undefined
  }
  if (literal(verb) !== 'ls-files') return undefined
  const at = words.findIndex((word) => !LS_FILES.test(word))
  const all = at === -1 || words.slice(at).some((word) => /^(?:\.\/?|\*+)$/.test(word))
  return all ? folderListing([]) : pathspecListing(args.slice(at))
}

const DIFF =
  /^(?:--(?:name-only|cached|staged|no-renames|merge-base|diff-filter=\w+)|-[MCz]|[\w@][\w@.~^/-]*)$/
const LS_FILES = /^-(?:z|c|m|o|-|-cached|-modified|-full-name|-others|-exclude-standard)$/

/** `git diff --name-only main -- src '*.ts'`: names below a folder, or with a suffix. */
function pathspecListing(specs: readonly Field[]): Listing | undefined {
  if (specs.length === 0 || specs.length > MOST_NAMES) return undefined
  const paths: Field[] = []
  for (const field of specs) {
    const spec = literal(field) ?? ''
    if (!/^[\w*][\w*./-]*$/.test(spec) || spec.split('/').includes('..')) return undefined
    const [, folder, name = ''] = /^(?:([^*]+)\/)?(?:\*\*\/)?(\*\.\w+)$/.exec(spec) ?? []
    const lead: Field['pieces'] = folder === undefined ? [] : [{ kind: 'text', text: folder }]
    const pieces =
      name === ''
        ? foundPath(`${spec.replace(/\*+$/, '')}*`, undefined, undefined)
        : [...lead, FOUND, ...foundName(name)]
    paths.push({ ...field, pieces, quoted: true, many: false })
  }
  return { paths, recursive: false, named: true }
}

/** `fd -H .env`: all files with the name; `fd . ~`: everything. */
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
