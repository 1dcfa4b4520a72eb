import type { Extracted } from '../chunks/extracted.ts'

/** A text from a reader; its language is detected later, and its title may be that of the file. */
export type Drafted = Omit<Extracted, 'language'>

/** Collects a text with its marks. */
export function draft() {
  const marks: Extracted['marks'][number][] = []
  const parts: string[] = []
  let length = 0
  return {
    get length(): number {
      return length
    },
    mark(mark: Omit<Extracted['marks'][number], 'at'>): void {
      marks.push({ at: length, ...mark })
    },
    add(text: string): void {
      parts.push(text)
      length += text.length
    },
    end: (facts: Pick<Drafted, 'title' | 'parts' | 'partsOf'>): Drafted => ({
      ...facts,
      lines: false,
      text: parts.join(''),
      marks,
    }),
  }
}
