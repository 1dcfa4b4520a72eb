import type { Place } from './model/call.ts'
import { isDevice } from './paths/roots.ts'
import { formOf } from './paths/form.ts'
import { display, literal, type Field, type Piece } from './model/field.ts'
import type { Breaker, BreakerKind, CommandPart, Touch } from './model/part.ts'
import { wordSet } from './word-set.ts'

/** The breaker that a command trips, by its words or by its paths; undefined for all others. */
export function breakerOfCommand(part: CommandPart, place: Place): Breaker | undefined {
  if (part.facts.breaker !== undefined) return part.facts.breaker
  for (const touch of part.facts.touches) {
    const found = breakerOfTouch(touch, part, place)
    if (found !== undefined) return found
  }
  return undefined
}

/** A write to a device file destroys the disk. */
export function deviceOf(target: Field, cwds: CommandPart['cwds']): Breaker | undefined {
  const text = literal(target)
  if (text === undefined)
    return knownPrefixIsDevice(target) ? { kind: 'disk', target: display(target) } : undefined
  const paths = text.startsWith('/') ? [text] : cwds.map((cwd) => `${cwd ?? '/'}/${text}`)
  if (paths.some((path) => formOf(path).path === SYSRQ)) return { kind: 'power', target: text }
  const hit = paths.some((path) => isDiskDevice(path))
  return hit ? { kind: 'disk', target: text } : undefined
}

/** The kernel executes writes to this file immediately: reboot, crash, kill all. */
const SYSRQ = '/proc/sysrq-trigger'

/** True when the word could be a root (SPEC P8) in one of the possible working directories. */
export function mayBeRoot(field: Field, cwds: CommandPart['cwds'], place: Place): boolean {
  const segments = splitSegments(field)
  const [first] = segments
  // An empty word is not a path.
  if (first === undefined || literal(field) === '') return false
  if (isHomeOfSomeone(field, segments) || isFormerDirectory(segments)) return true
  if (isOnlyHole(first))
    return (
      segments.length > 1 &&
      (segments.slice(1).every(isVague) || leadsToSystem(segments) || leadsHome(segments.slice(1), place))
    )
  if (startsAtRoot(field)) {
    const here = cwds.find((cwd) => cwd !== undefined) ?? place.workspace
    return reachesRoot(climb([], segments, here), { place, absolute: true })
  }
  return cwds.some((cwd) =>
    cwd === undefined
      ? isRootFromAnywhere(segments, place)
      : reachesRoot(climb(namesOf(cwd), segments), { place, absolute: false }),
  )
}

/** System folders, which no project has as its own. */
const SYSTEM = /^(?:etc|usr|var|boot|root|home|sbin|proc|sys|Users|System|Applications)$/

/** `$TMPDIR/../etc` leads from an unknown folder into a system folder; so does `$X/etc`, where `X` may be empty. */
function leadsToSystem(segments: readonly Segment[]): boolean {
  return isOfSystem(segmentText(segments[1] ?? []) === '..' ? climb([], segments) : segments.slice(1))
}

function isOfSystem([name = [], ...more]: readonly Segment[]): boolean {
  return more.every(isVague) && SYSTEM.test(segmentText(name) ?? '')
}

/** `$X/home/dev`, where `X` may be empty: a home, the workspace or a folder above it, name by name. */
function leadsHome(segments: readonly Segment[], { home, workspace }: Place): boolean {
  const names = climb([], segments).map(segmentText)
  return (
    names.length > 1 &&
    [home, workspace].some((root) => {
      const known = formOf(root).names
      return names.length <= known.length && names.every((name, at) => name === known[at])
    })
  )
}

/** From an unknown directory: `.`, `*`, `../etc`, and the last names of the home or the workspace. */
function isRootFromAnywhere(segments: readonly Segment[], { home, workspace }: Place): boolean {
  if (segments.every((segment) => isVague(segment) || isDots(segment))) return true
  const names = climb([], segments)
  if (segmentText(segments[0] ?? []) === '..' && isOfSystem(names)) return true
  return [home, workspace].some((root) => {
    const tail = formOf(root).names.slice(-names.length)
    return (
      names.length > 0 &&
      tail.length === names.length &&
      names.every((name, at) => couldBe(name, tail[at] ?? ''))
    )
  })
}

function breakerOfTouch(touch: Touch, part: CommandPart, place: Place): Breaker | undefined {
  const { act, path, recursive } = touch
  const device = act === 'write' && !recursive ? deviceOf(path, part.cwds) : undefined
  if (device !== undefined) return device
  const empty = touch.empties === true ? emptied(path, part.cwds, place) : undefined
  if (empty !== undefined) return empty
  if (act !== 'read' && !recursive && isAllOfHome(path, part.cwds, place))
    return { kind: act === 'write' ? 'change-root' : 'remove-root', target: display(path) }
  if (act === 'write' && !recursive) return undefined
  // `rm /` fails without `-r`, but the intent is the same.
  const meant =
    act === 'remove' && /^(?:rm|unlink)$/.test(part.facts.program ?? '') && literal(path) !== undefined
  if (act === 'read' || !(recursive || meant) || !mayBeRoot(path, part.cwds, place)) return undefined
  return { kind: rootKind(act, part.facts.program), target: display(path) }
}

/** A redirect that empties one file after the other, until everything there is empty. */
export function emptied(target: Field, cwds: CommandPart['cwds'], place: Place): Breaker | undefined {
  return isMany(target) && mayBeRoot(target, cwds, place)
    ? { kind: 'erase', target: display(target) }
    : undefined
}

/** Every file in a home or in a system folder; in the workspace such work is legitimate. */
function isAllOfHome(path: Field, cwds: CommandPart['cwds'], place: Place): boolean {
  return isMany(path) && mayBeRoot(path, cwds, { ...place, workspace: '/' })
}

/** A glob, or everything that a search finds; unknown text is a single name. */
function isMany({ pieces }: Field): boolean {
  const holes = pieces.filter((piece) => piece.kind === 'hole')
  return (
    (holes.length > 0 || pieces.some(({ kind }) => kind === 'glob')) &&
    holes.every(({ source }) => source === '{}')
  )
}

function rootKind(act: Touch['act'], program: string | undefined): BreakerKind {
  if (act === 'write') return 'change-root'
  return program === 'mv' ? 'move-root' : 'remove-root'
}

/** Devices that accept any write and store nothing. */
const HARMLESS_DEVICES = wordSet('null zero full random urandom stdin stdout stderr tty fd pts shm tcp udp')

function isDiskDevice(path: string): boolean {
  const form = formOf(path)
  return form.names[0] === 'dev' && isDevice(form) && !HARMLESS_DEVICES.has(form.names[1] ?? '')
}

function knownPrefixIsDevice(field: Field): boolean {
  const [first] = field.pieces
  return (
    first?.kind === 'text' &&
    /^\/+dev\/+(?:sd|hd|nvme|vd|xvd|disk|mmcblk|md|dm-|mapper\/|loop)?[^/]*$/.test(first.text)
  )
}

/** One name of a path, as far as it is known. */
type Segment = readonly Piece[]

function splitSegments(field: Field): readonly Segment[] {
  const segments: Piece[][] = [[]]
  for (const piece of field.pieces) {
    if (piece.kind === 'hole') {
      segments.at(-1)?.push(piece)
      continue
    }
    for (const [index, text] of piece.text.split('/').entries()) {
      if (index > 0) segments.push([])
      if (text !== '') segments.at(-1)?.push({ kind: piece.kind, text })
    }
  }
  return segments
}

function startsAtRoot(field: Field): boolean {
  const [first] = field.pieces
  return first?.kind === 'text' && first.text.startsWith('/')
}

/** `~root` and the like, which the text does not resolve. */
function isHomeOfSomeone(field: Field, segments: readonly Segment[]): boolean {
  const [first] = field.pieces
  if (field.quoted || first?.kind !== 'text' || !/^~[\w.+-]*(?:\/|$)/.test(first.text)) return false
  return segments.slice(1).every(isVague)
}

function namesOf(path: string): readonly Segment[] {
  return formOf(path).names.map((text) => [{ kind: 'text', text }])
}

/** The shell's previous directory, which is unknown. */
function isFormerDirectory([first, ...rest]: readonly Segment[]): boolean {
  const [only, more] = first ?? []
  if (more !== undefined || only?.kind !== 'hole') return false
  return FORMER.has(only.source) && rest.every((segment) => isVague(segment) || isDots(segment))
}

const FORMER = wordSet('$OLDPWD ~-')

/** Follows the names from a directory, with `..` resolved lexically; `here` is the working directory of a process that `/proc` names. */
function climb(from: readonly Segment[], segments: readonly Segment[], here?: string): readonly Segment[] {
  let names = [...from]
  for (const segment of segments) {
    const text = segmentText(segment)
    if (text === '..') names.pop()
    else if (text !== '' && text !== '.') names.push(segment)
    const place = here === undefined ? undefined : placeOfProcess(names, here)
    if (place !== undefined) names = [...namesOf(place)]
  }
  return names
}

/** `/proc/self/root` is the root, `/proc/self/cwd` the working directory; `/dev/fd` belongs here too. */
function placeOfProcess(names: readonly Segment[], here: string): string | undefined {
  const [top, second] = names.map(segmentText)
  if (top === 'dev' && second === 'fd' && names.length === 2) return '/proc/self/fd'
  if (top !== 'proc' || names.length < 3) return undefined
  const last = segmentText(names.at(-1) ?? [])
  if (last === 'root') return '/'
  return last === 'cwd' ? here : undefined
}

function segmentText(segment: Segment): string | undefined {
  if (segment.length === 0) return ''
  const [only] = segment
  return segment.length === 1 && only?.kind === 'text' ? only.text : undefined
}

/** Whether the path could be a root, or the directory whose entries it matches (`/*`, `~/$X`) could. */
function reachesRoot(
  names: readonly Segment[],
  where: { readonly place: Place; readonly absolute: boolean },
): boolean {
  if (isRoot(names, where.place)) return true
  const last = names.at(-1)
  if (last === undefined || !isVague(last)) return false
  // With an empty variable `rm` itself refuses `rm -r "./$x"`, but not `rm -r "$HOME/$x"`.
  if (!where.absolute && last.some((piece) => piece.kind === 'hole' && piece.source !== '{}')) return false
  return reachesRoot(names.slice(0, -1), where)
}

const HOMES: readonly string[] = ['home', 'Users']

function isRoot(names: readonly Segment[], { home, workspace }: Place): boolean {
  if (names.length <= 1) return true
  const [first] = names
  // `/home/bob`; a name that was found below `/` is not a home.
  const homes = first !== undefined && !isFound(first) && HOMES.some((name) => couldBe(first, name))
  if ((names.length === 2 && homes) || isDrive(names)) return true
  return [home, workspace].some((root) => couldBeParentOf(names, formOf(root).names))
}

/** `/mnt/c`, `/mnt/c/Users`, `/c/Windows`: a Windows disk, as Linux and Git see it. */
function isDrive(names: readonly Segment[]): boolean {
  const [first = '', ...rest] = names.map((name) => segmentText(name) ?? '*')
  const [drive = '', folder, more] = first === 'mnt' ? rest : [first, ...rest]
  if (more !== undefined || !/^[a-z]$/.test(drive)) return false
  return folder === undefined || /^(?:Users|Windows|Program Files(?: \(x86\))?)$/i.test(folder)
}

/** The root itself or one of its parents. */
function couldBeParentOf(names: readonly Segment[], root: readonly string[]): boolean {
  return names.length <= root.length && names.every((segment, index) => couldBe(segment, root[index] ?? ''))
}

/** It has no known letter (apart from dots): `*`, `.[!.]*`, `$X`. */
function isVague(segment: Segment): boolean {
  return segment.every((piece) => piece.kind !== 'text' || /^\.*$/.test(piece.text))
}

function isDots(segment: Segment): boolean {
  return /^\.*$/.test(segmentText(segment) ?? 'x')
}

/** The `{}` in the words that find starts. */
function isFound([only, ...rest]: Segment): boolean {
  return rest.length === 0 && only?.kind === 'hole' && only.source === '{}'
}

function isOnlyHole(segment: Segment): boolean {
  return segment.length > 0 && segment.every((piece) => piece.kind === 'hole')
}

/** Whether the name, with its globs and unknown parts, could be this one. A character class matches any character. */
function couldBe(segment: Segment, name: string): boolean {
  let ends = new Set([0])
  for (const piece of segment) {
    ends = piece.kind === 'text' ? afterText(ends, piece.text, name) : afterAnything(ends, name)
  }
  return ends.has(name.length)
}

function afterText(ends: ReadonlySet<number>, text: string, name: string): Set<number> {
  return new Set([...ends].filter((end) => name.startsWith(text, end)).map((end) => end + text.length))
}

function afterAnything(ends: ReadonlySet<number>, name: string): Set<number> {
  const from = Math.min(...ends, name.length + 1)
  return new Set(Array.from({ length: Math.max(0, name.length - from + 1) }, (_, index) => from + index))
}
