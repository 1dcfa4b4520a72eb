import { isSecret } from '../../secrets.ts'
import { display, literal, textField, type Field } from '../../model/field.ts'
import { notReadonly } from './code-text.ts'
import { HARMFUL, readFind, type FindAction, type FindReading } from './find-expression.ts'
import { FOUND, fillFound, foundName, foundPath } from './found-paths.ts'
import {
  MODERN,
  WORDS,
  type FactsPatch,
  type Hazard,
  type Inner,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
  type Touch,
} from './spec.ts'

/** Programs that search for files and may run others on them. */
export const FIND: Table = () => [
  { names: ['find', 'gfind'], readonly: true, style: WORDS, read: readFindCommand },
  {
    names: ['fd', 'fdfind'],
    readonly: true,
    style: MODERN,
    options:
      '-H,--hidden --no-hidden -I,--no-ignore --ignore --no-ignore-vcs --ignore-vcs --no-require-git --require-git --no-ignore-parent --no-global-ignore-file -u,--unrestricted -s,--case-sensitive -i,--ignore-case -g,--glob --regex -F,--fixed-strings,--literal --and= -a,--absolute-path --relative-path -l,--list-details -L,--follow --no-follow -p,--full-path -0,--print0 -d,--max-depth= --min-depth= --exact-depth= -E,--exclude= --prune -t,--type= -e,--extension= -S,--size= --changed-within,--change-newer-than,--newer,--changed-after= --changed-before,--change-older-than,--older= -o,--owner= --format= --batch-size= -c,--color= --hyperlink[=] -j,--threads= --max-buffer-time= --max-results= -1 -q,--quiet,--has-results --show-errors --base-directory= --path-separator= --search-path= --strip-cwd-prefix[=] --one-file-system,--mount,--xdev --gen-completions[=] -h --help -V --version --mindepth= --maxdepth=',
    reads: '--ignore-file=',
    starts: '-x,--exec= -X,--exec-batch=',
    read: readFdCommand,
  },
]

function readFindCommand({ argv }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const reading = readFind(argv.slice(1))
  const { actions, unknown } = reading
  const hazards = [...actions.flatMap(hazardOf), ...unknown.flatMap(doubtful)]
  const inner = actions.flatMap((action) => startedBy(action, reading))
  const [doubt] = unknown
  const harmful = actions.find(({ kind }) => kind !== 'exec')
  const bad = harmful?.word ?? doubt
  return {
    hazards,
    inner,
    touches: actions.flatMap((action) => touchesOf(action, reading)),
    transparent: inner.length > 0 && doubt === undefined,
    arity: inner.length + hazards.length > 0 ? 0 : facts.arity,
    notReadonly: bad === undefined ? undefined : notReadonly(facts.program ?? 'find', bad),
  }
}

function hazardOf({ kind, word }: FindAction): readonly Hazard[] {
  if (kind === 'exec') return []
  const option = display(word)
  return [{ kind: 'writes', option, range: word.range, spellings: [option] }]
}

/** An unknown word may be any action; a word outside the language is none. */
function doubtful(word: Field): readonly Hazard[] {
  const text = literal(word)
  if (text !== undefined && !HARMFUL.includes(text)) return []
  return [{ kind: 'starts', option: display(word), range: word.range, spellings: [] }]
}

/** One vector for each starting point, so that `{}` has a known beginning. */
function startedBy(action: FindAction, { starts }: FindReading): readonly Inner[] {
  if (action.kind !== 'exec' || action.argv.length === 0) return []
  const { from } = action
  const prefixes = starts.length === 0 ? ['.'] : [...new Set(starts.map(literal))]
  const vectors = prefixes.some((prefix) => prefix === undefined) ? [undefined] : prefixes
  return vectors.map((prefix) => ({ kind: 'argv', argv: fillFound(action, prefix), from }))
}

function touchesOf(action: FindAction, { starts }: FindReading): readonly Touch[] {
  const { kind, word, argv, tested } = action
  if (kind === 'write') return argv.map((path) => ({ act: 'write', path, recursive: false }))
  const act = kind === 'exec' ? destruction(argv) : 'remove'
  if (act === undefined) return []
  if (tested) return act === 'remove' ? removedByName(action, starts) : []
  // `find $X -delete` with an empty `X` begins here.
  const nowhere = starts.every(({ many, pieces }) => many && pieces.every(isHole))
  const places = nowhere ? [textField('.', word.range), ...starts] : starts
  return places.map((path) => ({ act, path, recursive: true }))
}

function isHole({ kind }: Field['pieces'][number]): boolean {
  return kind === 'hole'
}

/** `find .git -name x -delete`: something below, with that name. */
function removedByName({ word, name, path }: FindAction, starts: readonly Field[]): readonly Touch[] {
  const places = starts.length === 0 ? [textField('.', word.range)] : starts
  if (path !== undefined)
    return places.map((start) => ({
      act: 'remove',
      path: { ...start, pieces: foundPath(path, name, literal(start)) },
      recursive: false,
    }))
  const [slash, ...end] = foundName(name ?? '')
  if (slash === undefined) return []
  // The part in between is unknown: it may be empty, or lead deeper.
  return places.map((start) => ({
    act: 'remove',
    path: { ...start, pieces: [...start.pieces, slash, FOUND, ...end] },
    recursive: false,
  }))
}

const REMOVES =
  /(?:^|[\s;&|(/])(?:rm|unlink|shred|rmdir|srm|trash(?:-put)?|gio|rimraf|del-cli|wipe|truncate)(?:\s|$)/
/** Programs that change permissions. */
const CHANGES = /(?:^|[\s;&|(/])(?:ch(?:mod|own|grp|flags|con|attr)|setfacl|setfattr)(?:\s|$)/

/** The effect on all found files of an `-exec` word that is such a program, or starts one in shell text. */
function destruction(argv: readonly Field[]): 'remove' | 'write' | undefined {
  const words = argv.map(display)
  if (words.some((word) => REMOVES.test(word))) return 'remove'
  return words.some((word) => CHANGES.test(word)) ? 'write' : undefined
}

const PLACEHOLDER = /\{(?:\/?\.|\/{0,2})\}/

/** The found path replaces the braces, also in the middle of a word: `fd -x sh -c 'rm {}; ls'`. */
function putIn(found: Field, field: Field): Field {
  const parts = literal(field)?.split(PLACEHOLDER) ?? ['', '']
  const pieces = parts.flatMap((text, index): Field['pieces'] => [
    ...(index === 0 ? [] : found.pieces),
    ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
  ])
  return { ...found, pieces, range: field.range }
}

function readFdCommand(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const exec = args.options.find(({ names }) => names.includes('-x') || names.includes('-X'))
  if (exec === undefined) return {}
  const at = args.argv.indexOf(exec.field)
  const joined = exec.value !== undefined && args.argv[at + 1] !== exec.value ? [exec.value] : []
  const rest = args.argv.slice(at + 1)
  const end = rest.findIndex((field) => literal(field) === ';')
  const words = [...joined, ...(end === -1 ? rest : rest.slice(0, end))]
  const name = namedByFd(args.operands)
  const found: Field = {
    pieces: [{ kind: 'hole', source: '{}' }, ...(name === '' ? [] : foundName(name))],
    quoted: true,
    many: false,
    range: exec.field.range,
  }
  const filled = words.map((field) => (PLACEHOLDER.test(display(field)) ? putIn(found, field) : field))
  const argv =
    filled.includes(found) || filled.some((field, index) => field !== words[index])
      ? filled
      : [...filled, found]
  const act = destruction(words)
  return {
    inner: [...facts.inner, { kind: 'argv', argv, from: at + 1 }],
    touches: [...facts.touches, ...(act === undefined ? [] : wholePlaces(act, args, exec.field))],
    arity: 0,
  }
}

const NOBODY = { home: '/nobody' }

/** The name of a secret that a plain pattern of fd matches: `^\\.env$`, `.env`. */
export function namedByFd([pattern]: readonly Field[]): string {
  const name = display(pattern).replaceAll(/[\\^$]/g, '')
  return /^[\w.-]+$/.test(name) && isSecret(name, NOBODY) ? name : ''
}

/** Places that fd lists completely: without a pattern, or with one that every name matches. */
function wholePlaces(act: Touch['act'], { operands, has, argv }: ParsedArgs, at: Field): readonly Touch[] {
  const [pattern, ...places] = operands.filter((field) => argv.indexOf(field) < argv.indexOf(at))
  const all = pattern === undefined || /^[.*^$]*$/.test(display(pattern))
  if (!all || has('-e', '-E', '-S', '--changed-within', '--changed-before', '--and')) return []
  const starts = places.length === 0 ? [textField('.', at.range)] : places
  return starts.map((path) => ({ act, path, recursive: true }))
}
