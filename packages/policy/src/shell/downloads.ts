import { downloadedSince, type Reading } from './context.ts'
import { resolvePath } from './directory.ts'
import { literal, type Field } from './field.ts'
import type { CommandPart, ShellPart } from './part.ts'

/** Takes note of the files that got something from the network since `mark`: to run one is to run a download. */
export function noteDownloads(reading: Reading, mark: number): void {
  if (!downloadedSince(reading, mark)) return
  for (const part of reading.parts.slice(mark)) {
    for (const path of writtenBy(part)) {
      for (const cwd of part.cwds) {
        reading.downloads.add(keyOf(path, cwd))
      }
    }
  }
}

/** True when the word names such a file. */
export function isDownloaded(field: Field, cwds: CommandPart['cwds'], { downloads }: Reading): boolean {
  const path = literal(field)
  return path !== undefined && cwds.some((cwd) => downloads.has(keyOf(path, cwd)))
}

/** Below a directory that is not known the name has to do. */
function keyOf(path: string, cwd: string | undefined): string {
  return resolvePath(path, cwd) ?? path.replace(/^\.\//, '')
}

function writtenBy(part: ShellPart): readonly string[] {
  if (part.kind === 'write') return [part.target].flatMap((target) => literal(target) ?? [])
  if (part.kind !== 'command') return []
  const { touches, traits } = part.facts
  const written = touches.filter(({ act }) => act === 'write').flatMap(({ path }) => literal(path) ?? [])
  return traits.includes('download') ? [...written, ...remoteNames(part)] : written
}

/** `curl -O URL`, `wget URL`: the file has the last name of the address. */
function remoteNames({ argv, facts }: CommandPart): readonly string[] {
  const words = argv.flatMap((field) => literal(field) ?? [])
  if (facts.program === 'curl' && !words.some((word) => /^(?:-[A-Za-z]*O|--remote-name)/.test(word)))
    return []
  return words.flatMap((word) => /^[a-z]+:\/\/[^/]+\/(?:[^?#]*\/)?([^/?#]+)/.exec(word)?.[1] ?? [])
}
