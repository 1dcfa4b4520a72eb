import type { FoundFile, PartView } from '@countersign/protocol'

export interface PlacedFiles {
  /** By the index of the part. */
  readonly byPart: ReadonlyMap<number, readonly FoundFile[]>
  /** Those that no single part is known to be about. */
  readonly rest: readonly FoundFile[]
}

/** What is there of the files that a command names, beside the part that would write or remove it. */
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
