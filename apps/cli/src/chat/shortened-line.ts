import type { ShortenedText } from '@countersign/protocol'
import { line, type Line } from './lines.ts'

/** States the size of something that is only partly shown; nothing if it is complete. */
export function shortenedLine(shortened: readonly ShortenedText[] | undefined, how: string): readonly Line[] {
  if (shortened === undefined) return []
  const bytes = Math.max(0, ...shortened.map((part) => part.bytes))
  return [line(`-- ${size(bytes)}, only a part is shown; ${how}`, 'ask')]
}

/** `312 B`, `12 kB`, `2.0 MB`. */
function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
