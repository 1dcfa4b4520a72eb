import type { PartView } from '@countersign/protocol'

/** A piece of a command. It belongs to the innermost part that contains it, or to none (operators, redirections). */
export interface CommandSegment {
  readonly text: string
  readonly part: number | null
}

/** Splits a command at the boundaries of its parts. The joined pieces equal the command exactly. */
export function commandSegments(command: string, parts: readonly PartView[]): readonly CommandSegment[] {
  const ranges = parts.flatMap((part, index) =>
    part.start !== undefined && part.end !== undefined && part.start < part.end
      ? [{ index, start: part.start, end: Math.min(part.end, command.length) }]
      : [],
  )
  const cuts = [...new Set([0, command.length, ...ranges.flatMap(({ start, end }) => [start, end])])]
    .filter((cut) => cut >= 0 && cut <= command.length)
    .sort((a, b) => a - b)
  const segments: CommandSegment[] = []
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1]
    if (end === undefined) break
    const holders = ranges.filter((range) => range.start <= start && end <= range.end)
    const inner = holders.sort((a, b) => a.end - a.start - (b.end - b.start))[0]
    segments.push({ text: command.slice(start, end), part: inner?.index ?? null })
  }
  return segments
}
