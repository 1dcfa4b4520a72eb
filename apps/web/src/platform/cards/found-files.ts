import type { FoundFile, PartView } from '@countersign/protocol'

export interface PlacedFiles {
  /** Keyed by the index of the part. */
  readonly byPart: ReadonlyMap<number, readonly FoundFile[]>
  /** Files that could not be matched to a single part. */
  readonly rest: readonly FoundFile[]
}

/** Matches the existing files that a command names to the part that would write or remove them. */
export function placeFound(parts: readonly PartView[], found: readonly FoundFile[]): PlacedFiles {
  const byPart = new Map<number, FoundFile[]>()
  const rest: FoundFile[] = []
  for (const file of found) {
    const fitting = parts.flatMap((part, index) => (isAbout(part, file) ? [index] : []))
    const [only, ...others] = fitting
    if (only === undefined || (others.length > 0 && file.act === 'remove')) rest.push(file)
    else byPart.set(only, [...(byPart.get(only) ?? []), file])
  }
  return { byPart, rest }
}

function isAbout(part: PartView, { act, path }: FoundFile): boolean {
  if (act === 'remove') return /^(?:rm|unlink)\s/.test(part.label) && part.label.includes(path)
  return part.reason.data?.['target'] === path || part.label === `writes ${path}`
}
