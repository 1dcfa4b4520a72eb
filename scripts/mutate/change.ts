import { applied, type Mutant } from './places.ts'

/** A change as its lines tell it, blanks folded: it is still known when lines above it come and go. */
export interface Change {
  readonly file: string
  readonly from: string
  readonly to: string
}

export function changeOf(file: string, source: string, mutant: Mutant): Change {
  const first = source.lastIndexOf('\n', mutant.start - 1) + 1
  const line = (text: string, end: number): string => {
    const stop = text.indexOf('\n', end)
    return text
      .slice(first, stop === -1 ? text.length : stop)
      .trim()
      .replaceAll(/\s+/g, ' ')
  }
  return {
    file,
    from: line(source, mutant.end),
    to: line(applied(source, mutant), mutant.start + mutant.text.length),
  }
}
