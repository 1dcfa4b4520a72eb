import type { Place } from '../model/call.ts'
import { namedOutputs } from '../irreversible/irreversible.ts'
import { wordSet } from '../word-set.ts'
import { resolvePath } from './directory.ts'
import { literal, type Field } from '../model/field.ts'
import type { CommandPart, ShellPart, Touch } from '../model/part.ts'
import { readShell } from './read-shell.ts'

/** A path that a command changes according to its own text; the tool checks it on disk (SPEC P20). */
export interface ChangedPath {
  /** `remove` and `overwrite` lose the existing content. `write` creates the file or changes it in a program-specific way. */
  readonly act: 'remove' | 'overwrite' | 'write'
  /** Absolute, lexically. With `names`: the folder that contains them. */
  readonly path: string
  /** Which paths below the folder are meant, relative to it; absent: `path` itself. */
  readonly names?: NamesBelow
}

export interface NamesBelow {
  readonly pattern: RegExp
  /** Their maximum depth in folders. */
  readonly depth: number
}

/**
 * All paths that a command may remove, overwrite or write on this machine, as far as its text names them: literal words, and words with a
 * pattern or an unknown end by the folder that they begin with. Paths that no word names are missing, and an unreadable text yields
 * nothing: it asks anyway. Pure.
 */
export function changedPaths(command: string, place: Place): readonly ChangedPath[] {
  const reading = readShell(command, place)
  if (reading.unreadable !== undefined) return []
  const found = new Map<string, ChangedPath>()
  for (const change of reading.parts.flatMap(changesOf)) {
    const { act, path, names } = change
    found.set(`${act} ${path}\0${names?.pattern.source ?? ''}`, change)
  }
  return [...found.values()]
}

function changesOf(part: ShellPart): readonly ChangedPath[] {
  if (part.kind === 'write') return pathsOf(part.append ? 'write' : 'overwrite', part.target, part.cwds)
  if (part.kind !== 'command') return []
  // A command that runs elsewhere changes the files there; a function of this name may do anything.
  if (part.shadowed || part.carriers.some(({ kind }) => kind === 'remote')) return []
  return [...part.facts.touches, ...namedOutputs(part)].flatMap((touch) => {
    const act = actOf(touch, part)
    return act === undefined ? [] : pathsOf(act, touch.path, part.cwds)
  })
}

/** Programs that replace the content of the files that they get. Compilers and similar programs regenerate what they write. */
const OVERWRITES = wordSet('tee cp mv install dd sed perl sort truncate curl wget')

/** These keep what they take away elsewhere: under another name, in a trash, in the history. Others take nothing away. */
const KEEPS = wordSet('mv git trash trash-put gio rmdir')

function actOf(
  { act, recursive, perhaps, guess, spread }: Touch,
  { facts: { program = '' }, argv }: CommandPart,
): ChangedPath['act'] | undefined {
  if (act === 'remove') return KEEPS.has(program) ? undefined : 'remove'
  if (act !== 'write') return undefined
  // A move replaces a file, but lands inside a folder: report the target again with the name of the source below it.
  const single = program === 'mv' ? !recursive : spread !== true
  if (perhaps === true || guess === true || !single || !OVERWRITES.has(program)) return 'write'
  return argv.some((word) => leavesOld(program, literal(word) ?? '')) ? 'write' : 'overwrite'
}

/** An option that preserves existing files. */
function leavesOld(program: string, word: string): boolean {
  if (program === 'tee') return /^(?:--append|-[a-z]*a[a-z]*)$/.test(word)
  return (program === 'cp' || program === 'mv') && /^(?:--no-clobber|-[A-Za-z]*n[A-Za-z]*)$/.test(word)
}

function pathsOf(
  act: ChangedPath['act'],
  field: Field,
  cwds: readonly (string | undefined)[],
): readonly ChangedPath[] {
  const known = literal(field)
  if (known === '') return []
  const { start, names } = known === undefined ? patternOf(field) : { start: known }
  if (start === undefined) return []
  return cwds.flatMap((cwd) => {
    const path = resolvePath(start, cwd)
    return path === undefined ? [] : [{ act, path, ...(names === undefined ? {} : { names }) }]
  })
}

interface PatternPath {
  /** The folder that the word certainly begins with; undefined: it could begin anywhere. */
  readonly start?: string
  readonly names?: NamesBelow
}

/** A word with a glob or an unknown part, or one that represents the results of a search. */
function patternOf({ pieces }: Field): PatternPath {
  const at = pieces.findIndex(({ kind }) => kind !== 'text')
  const first = pieces[at]
  if (first === undefined) return {}
  const head = textOf(pieces.slice(0, at))
  if (first.kind === 'hole' && first.below === true) return foundBelow(head, pieces)
  if (first.kind === 'hole' && !head.includes('/')) return {}
  const cut = head.lastIndexOf('/') + 1
  const open = pieces.filter(({ kind }) => kind !== 'text').length
  const start = head.slice(0, cut) || '.'
  if (open > MOST_OPEN) return { start, names: ANYTHING }
  const rest = [head.slice(cut), ...pieces.slice(at)].map((piece) =>
    typeof piece === 'string' ? escaped(piece) : sourceOf(piece),
  )
  const source = rest
    .join('')
    // `**` descends into folders if `globstar` is set.
    .replaceAll(`${NAME}${NAME}`, '.*')
    // The listing of `ls *.db | xargs rm` looks like the content of folders, but the names may be files.
    .replace(new RegExp(`(?<=.)/${escaped(NAME)}$`), `(?:/${NAME})?`)
    // A star at the start of a name does not match hidden files.
    .replaceAll(/(^|\/)(?=\[\^)/g, String.raw`$1(?!\.)`)
  const deep = pieces.some(({ kind }) => kind === 'hole') || textOf(pieces).includes('**')
  const depth = deep ? Infinity : textOf(pieces).slice(cut).split('/').length
  return { start, names: { pattern: new RegExp(`^${source}$`, 's'), depth } }
}

/** The results of a search are anywhere below its start; the end of their names may be known. */
function foundBelow(head: string, pieces: Field['pieces']): PatternPath {
  const last = pieces.findLastIndex(({ kind }) => kind !== 'text')
  const end = textOf(pieces.slice(last + 1)).replace(/^.*\//s, '')
  return { start: head || '.', names: { pattern: new RegExp(`${escaped(end)}$`, 's'), depth: Infinity } }
}

function textOf(pieces: Field['pieces']): string {
  return pieces.map((piece) => (piece.kind === 'hole' ? '' : piece.text)).join('')
}

/** Each open part of a word makes matching slower; beyond this number the whole word may be anything. */
const MOST_OPEN = 4
const ANYTHING: NamesBelow = { pattern: /^/, depth: Infinity }

/** Any part of a name. */
const NAME = '[^/]*'

function sourceOf(piece: Field['pieces'][number]): string {
  if (piece.kind === 'text') return escaped(piece.text)
  if (piece.kind === 'hole') return '.*'
  return piece.text === '?' ? '[^/]' : NAME
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}
