import { ELSEWHERE, KEEP_ALL, KEEP_CONTENT, OVERWRITES } from './programs.ts'
import { mayBeRoot } from '../breakers.ts'
import type { DiskFacts, Place } from '../model/call.ts'
import { globMatches } from '../text/glob.ts'
import { shellPatternOf } from '../rules/rule-key.ts'
import type { PlacedRule } from '../model/rule.ts'
import { display, literal, textField, type Field } from '../model/field.ts'
import type { Carrier, CommandPart, ShellPart, Touch, WritePart } from '../model/part.ts'
import type { Irreversible } from '../model/subject.ts'
import type { IrreversibleKind } from '../model/irreversible-kind.ts'
import { beginsPath, spellsPaths, spellsWords } from './lift.ts'
import {
  globFolders,
  isHistory,
  isInside,
  isMadeAgain,
  isMadeAgainFolder,
  namedPaths,
  type NamedPath,
} from './places.ts'

/** Where a command runs, and the facts from the disk about the paths that it names. */
interface Surroundings {
  readonly place: Place
  readonly disk: DiskFacts
}

/** The irreversible loss of a command: by its words, or by the paths that it removes and overwrites (SPEC P20). */
export function irreversibleCommand(part: CommandPart, around: Surroundings): Irreversible | undefined {
  const { loss } = part.facts
  const lost = lostPaths(part, around)
  const path = lost.find(({ kind }) => kind === 'unkept') ?? lost[0]
  if (loss === undefined && path === undefined) return undefined
  const program = display(part.argv[0])
  const isRoot = rootTest(part.cwds, around.place)
  const paths = lost.map(({ written }) => written)
  const byPath = loss === undefined || path?.kind === 'unkept'
  return {
    kind: (byPath ? path?.kind : loss.kind) ?? 'removed',
    target: (byPath ? path?.shown : loss.target) ?? '',
    lifts: (rule) =>
      (loss === undefined || spellsWords(rule, loss.spells)) &&
      (paths.length === 0 || spellsPaths(rule, { program, paths }, isRoot)),
  }
}

/** The irreversible loss of a redirect: the file outside the workspace that it overwrites. */
export function irreversibleRedirect(part: WritePart, around: Surroundings): Irreversible | undefined {
  const { target, cwds, append, carriers } = part
  const elsewhere = runsElsewhere(carriers)
  if (append || (elsewhere && !isSsh(carriers))) return undefined
  const lost = namedPaths(target, cwds).flatMap((named) =>
    elsewhere ? elsewhereLost(named) : overwritten(named, around),
  )
  const [first] = lost
  if (first === undefined) return undefined
  const isRoot = rootTest(cwds, around.place)
  return {
    kind: first.kind,
    target: first.shown,
    lifts: (rule) => spellsTarget(rule, display(target), isRoot),
  }
}

/** A rule that spells out the redirect, or a file rule that spells out its path. */
function spellsTarget({ rule }: PlacedRule, target: string, isRoot: (path: string) => boolean): boolean {
  if (rule.tool.startsWith('files.')) {
    const path = (rule.pattern ?? '').replace(/^\/\//, '/')
    const star = path.search(/[*?[{]/)
    const text = star === -1 ? path : path.slice(0, star)
    return text !== '' && (star === -1 || !isRoot(text.replace(/^~/, '/home/user')))
  }
  const pattern = shellPatternOf(rule)
  return (
    pattern?.redirects.some(({ target: glob }) => {
      const [start = '', ...more] = glob.chunks
      return (
        globMatches(glob, target) && beginsPath({ text: start, whole: more.length === 0 }, target, isRoot)
      )
    }) === true
  )
}

interface LostPath extends NamedPath {
  readonly kind: IrreversibleKind
}

function lostPaths(part: CommandPart, around: Surroundings): readonly LostPath[] {
  const { facts, cwds, carriers } = part
  const outputs = namedOutputs(part)
  if (facts.touches.length + outputs.length === 0) return []
  const elsewhere = runsElsewhere(carriers)
  return [...facts.touches, ...outputs].flatMap((touch): readonly LostPath[] => {
    const act = lossOf(touch, part)
    if (act === undefined) return []
    const found = [
      ...namedPaths(touch.path, cwds),
      ...globFolders(touch.path, cwds).filter(({ path }) => !isInside(path, around.place)),
    ].filter(({ path }) => !(inContainer(carriers) && path.split('/').some(isMadeAgainFolder)))
    if (elsewhere) return act === 'removed' || isSsh(carriers) ? found.flatMap(elsewhereLost) : []
    return found.flatMap((named) => (act === 'removed' ? removed(named, around) : overwritten(named, around)))
  })
}

/** Paths that the disk reports as lost although no part names them. Some part does more than its words show, so no rule can lift the loss. */
export function unkeptElsewhere(parts: readonly ShellPart[], around: Surroundings): readonly string[] {
  const { unkept = [] } = around.disk
  if (unkept.length === 0) return []
  const named = parts.flatMap((part): readonly NamedPath[] => {
    if (part.kind === 'command') return lostPaths(part, around).filter(({ kind }) => kind === 'unkept')
    return part.kind === 'write' && !part.append ? namedPaths(part.target, part.cwds) : []
  })
  return unkept.filter((path) => !named.some((each) => meets([path], each)))
}

/** The output files of a program, even if no table knows the option: `--output /etc/x`. */
export function namedOutputs({ argv, facts }: CommandPart): readonly Touch[] {
  const option = facts.program === undefined ? OUTPUT_OF_UNKNOWN : OUTPUT
  return argv.flatMap((word, index): readonly Touch[] => {
    const text = literal(word) ?? ''
    const joined = /^--(?:output|out|outfile|output-file|out-file|dest)=(.+)$/.exec(text)?.[1]
    const next = option.test(text) ? argv[index + 1] : undefined
    const path = joined === undefined ? next : textField(joined, word.range)
    return path === undefined || !/[/~]/.test(display(path)) ? [] : [{ act: 'write', path, recursive: false }]
  })
}

const OUTPUT = /^--(?:output|out|outfile|output-file|out-file|dest)$/
const OUTPUT_OF_UNKNOWN = /^(?:-o|--(?:output|out|outfile|output-file|out-file|dest))$/

/** On another machine or in a container only regenerated files are safe to lose. */
function elsewhereLost(named: NamedPath): readonly LostPath[] {
  return isMadeAgain(named.path) ? [] : [{ ...named, kind: 'elsewhere' }]
}

function removed(named: NamedPath, { place, disk }: Surroundings): readonly LostPath[] {
  if (meets(disk.unkept, named)) return [{ ...named, kind: 'unkept' }]
  if (isInside(named.path, place)) return isHistory(named.path, place) ? [{ ...named, kind: 'history' }] : []
  return isMadeAgain(named.path) ? [] : [{ ...named, kind: 'removed' }]
}

function overwritten(named: NamedPath, { place, disk }: Surroundings): readonly LostPath[] {
  if (meets(disk.unkept, named)) return [{ ...named, kind: 'unkept' }]
  if (isInside(named.path, place) || isMadeAgain(named.path)) return []
  if (named.whole && disk.absent?.includes(named.path) === true) return []
  return [{ ...named, kind: 'overwritten' }]
}

/** Whether the path is one of these, above one, or below one. */
function meets(paths: readonly string[] | undefined, { path }: NamedPath): boolean {
  return (
    paths?.some((each) => each === path || each.startsWith(`${path}/`) || path.startsWith(`${each}/`)) ===
    true
  )
}

/** The loss that a touch causes; undefined for paths that are only read, guessed, or kept. */
function lossOf(touch: Touch, { argv, facts }: CommandPart): 'removed' | 'overwritten' | undefined {
  const { act, perhaps, guess, spread, unsure } = touch
  const program = facts.program ?? ''
  if (act === 'read' || perhaps === true || guess === true || unsure === true) return undefined
  // Moved files still exist at their destination, and packed files in the archive.
  if ((program === 'mv' && touch.recursive) || KEEP_ALL.has(program)) return undefined
  if (act === 'remove') return 'removed'
  if (KEEP_CONTENT.has(program) || (spread === true && !spreadsOver(program, argv))) return undefined
  if (program === 'ln' && !(hasOption(argv, FORCES) && touch.path === argv.at(-1))) return undefined
  return program === 'tee' && hasOption(argv, APPENDS) ? undefined : 'overwritten'
}

/** Programs that write files into a folder over existing ones, some only with an option. */
function spreadsOver(program: string, argv: readonly Field[]): boolean {
  if (/^(?:cp|mv)$/.test(program)) return true
  const option = OVERWRITES[program]
  return option !== undefined && hasOption(argv, option)
}

const FORCES = /^(?:--force$|-[a-z]*f)/
const APPENDS = /^(?:--append$|-[a-z]*a)/

function hasOption(argv: readonly Field[], option: RegExp): boolean {
  return argv.some((word) => option.test(literal(word) ?? ''))
}

/** A container sees the folders of a project under other paths; a build folder in it can be regenerated too. */
function inContainer(carriers: readonly Carrier[]): boolean {
  return carriers.some(({ kind }) => kind === 'remote') && !isSsh(carriers)
}

/** Another machine keeps as much as this one; a container is recreated from its image. */
function isSsh(carriers: readonly Carrier[]): boolean {
  return carriers.some(({ kind, name }) => kind === 'remote' && /^(?:ssh|mosh|autossh)\b/.test(name))
}

/** A command of `docker run` works in its own container, which is removed with it. */
function runsElsewhere(carriers: readonly Carrier[]): boolean {
  return carriers.some(({ kind, name, argv }) => {
    if (kind !== 'remote') return false
    const program = name.split(' ')[0]?.replace(/^.*\//, '') ?? ''
    return ELSEWHERE.test(program) && !(argv ?? []).slice(0, 4).some((word) => literal(word) === 'run')
  })
}

function rootTest(cwds: CommandPart['cwds'], place: Place): (path: string) => boolean {
  return (path) => mayBeRoot(textField(path, { start: 0, end: 0 }), cwds, place)
}
