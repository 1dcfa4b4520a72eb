import { baseName } from '../text/base-name.ts'
import type { Reading } from './context.ts'
import { resolvePath } from './directory.ts'
import { display, knownPrefix, literal, type Field } from '../model/field.ts'
import type { CommandPart, ShellPart } from '../model/part.ts'
import { programOf } from './runner-names.ts'

/** Records the files that got content from the network since `mark`: running one means running a download. */
export function noteDownloads(reading: Reading, mark: number): void {
  if (!downloadedSince(reading, mark)) return
  for (const part of reading.parts.slice(mark)) {
    for (const path of writtenBy(part)) {
      for (const cwd of part.cwds) {
        const key = keyOf(path, cwd)
        reading.downloads.add(path.endsWith('/') ? `${key}/` : key)
        if (/\/s?bin\/[^/]+$/.test(key)) reading.downloads.add(`bin/${baseName(key)}`)
      }
    }
  }
}

/** True when a command since `mark` fetches from the network, or reads a file that did. */
export function downloadedSince(reading: Reading, mark: number): boolean {
  if (!reading.fetched) return false
  return reading.parts
    .slice(mark)
    .some(
      (part) =>
        (part.kind === 'command' && part.facts.traits.includes('download')) ||
        (part.kind === 'read' && isDownloaded(part.target, part.cwds, reading)),
    )
}

/** True when the word names such a file, or one in a fetched folder. */
export function isDownloaded(field: Field, cwds: CommandPart['cwds'], { downloads }: Reading): boolean {
  if (downloads.size === 0) return false
  const text = literal(field)
  if (text === undefined) return isGlobOf(field, cwds, downloads)
  if (text === '') return false
  const path = text.replace(/^--?[\w-]+=/, '')
  if (!path.includes('/') && downloads.has(`bin/${path}`)) return true
  return cwds.some((cwd) => {
    const key = keyOf(path, cwd)
    return downloads.has(key) || foldersOf(key).some((folder) => downloads.has(folder))
  })
}

/** `bash i*.sh`: the glob may find it. */
function isGlobOf(field: Field, cwds: CommandPart['cwds'], downloads: Reading['downloads']): boolean {
  if (!field.pieces.some(({ kind }) => kind === 'glob')) return false
  const start = knownPrefix(field)
  return cwds.some((cwd) => {
    const key = start === '' ? `${cwd ?? ''}/` : keyOf(start, cwd)
    return [...downloads].some((path) => path.startsWith(key))
  })
}

/** The folders on the way to a path, as stored. */
function foldersOf(path: string): readonly string[] {
  const names = path.split('/')
  return names.map((_, index) => `${names.slice(0, index).join('/')}/`)
}

/** The working directory is, or is inside, a fetched folder. */
export function downloadedFolder(cwds: CommandPart['cwds'], { downloads }: Reading): boolean {
  return cwds.some(
    (cwd) => cwd !== undefined && foldersOf(`${cwd}/x`).some((folder) => downloads.has(folder)),
  )
}

const PROJECT =
  /^(?:GNU)?[Mm]akefile$|^[Jj]ustfile$|^Taskfile|^Rakefile|^package(?:-lock)?\.json$|^\.npmrc$|^setup\.(?:py|cfg)$|^pyproject\.toml$|^requirements.*\.txt$|^conftest\.py$|^Cargo\.toml$|^build\.(?:rs|gradle|gradle\.kts|sbt)$|^pom\.xml$|^go\.mod$|^Gemfile|^composer\.json$|^CMakeLists\.txt$|^Dockerfile|compose.*\.ya?ml$|^Vagrantfile$|\.nix$|\.tf$|^mix\.exs$|\.csproj$|^deno\.json$/

/** A file with build instructions was fetched into the working directory. */
export function isProjectFetched(cwds: CommandPart['cwds'], { downloads }: Reading): boolean {
  return [...downloads].some((path) => {
    const slash = path.lastIndexOf('/')
    const folder = path.slice(0, Math.max(slash, 0))
    return PROJECT.test(path.slice(slash + 1)) && (slash === -1 || cwds.includes(folder))
  })
}

/** Below an unknown directory only the name can be compared. */
function keyOf(path: string, cwd: string | undefined): string {
  return resolvePath(path, cwd) ?? path.replace(/^\.\//, '')
}

function writtenBy(part: ShellPart): readonly string[] {
  if (part.kind === 'write') return [part.target].flatMap((target) => literal(target) ?? [])
  if (part.kind !== 'command') return []
  const { touches, traits } = part.facts
  const program = programOf(part.facts, part.argv)
  const written = touches.filter(({ act }) => act === 'write').flatMap(({ path }) => literal(path) ?? [])
  const named = traits.includes('download') ? namedBy(part, program) : []
  return [...written, ...named, ...foldersBy(part, program)]
}

/** `scp host:i.sh .`, `gh release download -p x`: files named after the last part of their source. */
function namedBy({ argv }: CommandPart, program: string): readonly string[] {
  if (!/^(?:scp|rsync|aws|gsutil|gcloud|rclone|gh|aria2c|axel|cp|mv|install|ln)$/.test(program)) return []
  const words = argv.slice(1).flatMap((field) => literal(field) ?? [])
  const names = words.map((word) => word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf(':')) + 1))
  const last = words.at(-1) ?? ''
  return [...new Set([...names, last, ...names.map((name) => `${last}/${name}`)])].filter((name) =>
    /\w/.test(name),
  )
}

/** Folders that are unpacked or cloned, with all in them. */
function foldersBy({ argv }: CommandPart, program: string): readonly string[] {
  const words = argv.slice(1).map(display)
  if (/^(?:(?:bsd|g)?tar|unzip|7za?|cpio)$/.test(program)) {
    if (
      !words.some(
        (word, index) => /^--extract$|^-\w*[xi]/.test(word) || (index === 0 && /^\w*[xe]/.test(word)),
      )
    )
      if (program !== 'unzip') return []
    const at = words.findIndex((word) => /^(?:-\w*[Cd]|--directory|\w*C)$/.test(word))
    const joined = words.find((word) => /^(?:--directory=|-C.|-o.)/.test(word))
    const folder =
      joined?.replace(/^(?:--directory=|-C|-o)/, '') ?? (at === -1 ? '.' : (words[at + 1] ?? '.'))
    return [`${folder}/`]
  }
  const clones = program === 'git' ? words.includes('clone') : program === 'gh' && words.includes('clone')
  if (!clones && program !== 'degit') return []
  const operands = argv
    .slice(1)
    .filter((field) => !knownPrefix(field).startsWith('-'))
    .map(display)
  const last = operands.at(-1) ?? ''
  return [`${baseName(last).replace(/\.git$/, '')}/`]
}
