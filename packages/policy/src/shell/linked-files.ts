import { baseName } from '../text/base-name.ts'
import { resolvePath, SOMEWHERE } from './directory.ts'
import { knownPrefix, literal, display, textField, type Field } from '../model/field.ts'
import type { ProgramFacts, Touch } from '../model/part.ts'
import { COPIERS } from './programs/kinds.ts'

/** Names that the text itself gives to files: the targets of links, and the originals of copies. */
export interface FileNames {
  readonly links: Map<string, readonly string[]>
  readonly copies: Map<string, readonly string[]>
  /** Files that may be copies of more originals than are tracked. */
  readonly full: Set<string>
  /** Links that lead to more places than are tracked. */
  readonly tangled: Set<string>
}

type Cwds = readonly (string | undefined)[]

const SYMBOLIC = /^(?:-[a-zA-Z]*s[a-zA-Z]*|--symbolic(?:-link)?)$/

/** Records the links and copies that a command makes. */
export function noteNames(
  argv: readonly Field[],
  { touches }: ProgramFacts,
  cwds: Cwds,
  names: FileNames,
): void {
  const [first, ...words] = argv
  const program = baseName(display(first))
  if (program === 'mount') return noteMount(words, cwds, names)
  if (!COPIERS.has(program)) return
  const symbolic = words.some((word) => SYMBOLIC.test(display(word)))
  const sources = texts(touches.filter(({ act }) => act !== 'write'))
  for (const target of texts(touches.filter(({ act }) => act === 'write'))) {
    if (sources.includes(target)) continue
    for (const cwd of cwds) {
      const path = resolvePath(target, cwd ?? SOMEWHERE)
      if (path === undefined || path === cwd) continue
      const targets = symbolic ? sources.flatMap((source) => linked(source, path, program, cwd)) : []
      if (!add(names.links, path, targets)) names.tangled.add(path)
      noteCopy(path, sources, cwd, names)
    }
  }
}

/** A file that gets all of another: `cat /usr/bin/git > g`. */
export function noteCopy(
  path: string,
  sources: readonly string[],
  cwd: string | undefined,
  { copies, full }: FileNames,
): void {
  const paths = sources.flatMap((source) => resolvePath(source, cwd ?? SOMEWHERE) ?? [])
  const first = paths.flatMap((source) => copies.get(source) ?? [source])
  const others = first.filter((source) => source !== path)
  if (!add(copies, path, others)) full.add(path)
}

function noteMount(words: readonly Field[], cwds: Cwds, { links, tangled }: FileNames): void {
  if (!words.some((word) => /^(?:-B|-R|--r?bind|-o.*bind.*|.*\bbind\b.*)$/.test(display(word)))) return
  const [source, target] = words
    .map(literal)
    .filter((word) => word?.startsWith('-') === false)
    .slice(-2)
  if (source === undefined || target === undefined) return
  for (const cwd of cwds) {
    const path = resolvePath(target, cwd)
    const from = resolvePath(source, cwd)
    if (path !== undefined && from !== undefined && !add(links, path, [from])) tangled.add(path)
  }
}

function texts(touches: readonly Touch[]): readonly string[] {
  return [...new Set(touches.flatMap(({ path }) => literal(path) ?? []))]
}

/** The target of a link: relative to its own folder for `ln`, to the working directory for `cp -s`. */
function linked(source: string, path: string, program: string, cwd: string | undefined): readonly string[] {
  const folder = program.endsWith('ln') ? path.slice(0, path.lastIndexOf('/')) || '/' : cwd
  const target = resolvePath(source, folder)
  return target === undefined || target === path ? [] : [target]
}

const MOST = 8

/** False: the limit is reached. */
function add(map: Map<string, readonly string[]>, key: string, values: readonly string[]): boolean {
  const all = [...new Set([...(map.get(key) ?? []), ...values])]
  if (all.length > 0) map.set(key, all.slice(0, MOST))
  return all.length <= MOST
}

/** Adds the paths that a command touches through links that the text made. */
export function throughLinks(facts: ProgramFacts, cwds: Cwds, { links }: FileNames): ProgramFacts {
  const more = facts.touches.flatMap((touch) =>
    followed(touch, cwds, links).map((path): Touch => ({ ...touch, path })),
  )
  return more.length === 0 ? facts : { ...facts, touches: [...facts.touches, ...more] }
}

function followed({ act, path }: Touch, cwds: Cwds, links: FileNames['links']): readonly Field[] {
  const start = knownPrefix(path)
  const rest = start === '' ? path.pieces : path.pieces.slice(1)
  // The link itself is removed, not its target.
  const whole = act === 'remove' && rest.length === 0 && !start.endsWith('/')
  return cwds.flatMap((cwd) => {
    const full = resolvePath(start === '' ? '.' : start, cwd)
    if (full === undefined) return []
    return [...links].flatMap(([link, targets]) => {
      if (full !== link && !full.startsWith(`${link}/`)) return []
      if (full === link && whole) return []
      return targets.map((target): Field => {
        const slash = start === '' || start.endsWith('/') ? '/' : ''
        const text = `${target === '/' ? '' : target}${full.slice(link.length)}${slash}`
        return { ...path, pieces: [{ kind: 'text', text: text === '' ? '/' : text }, ...rest] }
      })
    })
  })
}

/** The command touches something behind a link with too many possible targets. */
export function isTangled({ touches }: ProgramFacts, cwds: Cwds, { tangled }: FileNames): boolean {
  return [...tangled].some((link) =>
    touches.some(({ path }) =>
      cwds.some((cwd) => `${resolvePath(knownPrefix(path), cwd) ?? ''}/`.startsWith(`${link}/`)),
    ),
  )
}

/** A word that starts a copy with too many possible originals. */
export function isLostCopy(name: string, cwds: Cwds, { full }: FileNames): boolean {
  if (full.size === 0) return false
  return name.includes('/')
    ? cwds.some((cwd) => full.has(resolvePath(name, cwd) ?? ''))
    : [...full].some((path) => path.endsWith(`/${name}`))
}

/** Programs that a word starts under another name. */
export function originals(
  name: string,
  range: Field['range'],
  cwds: Cwds,
  { copies }: FileNames,
): readonly Field[] {
  const found = name.includes('/')
    ? cwds.flatMap((cwd) => copies.get(resolvePath(name, cwd ?? SOMEWHERE) ?? '') ?? [])
    : [...copies].flatMap(([path, sources]) => (path.endsWith(`/${name}`) ? sources : []))
  return [...new Set(found)].map((source) => textField(source, range))
}
