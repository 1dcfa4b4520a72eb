import type { Place } from '../../model/call.ts'
import type { Field } from '../../model/field.ts'
import type { ShellPart, ShellReading } from '../../model/part.ts'

/** The place of the corpus. */
export const PLACE: Place = { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' }

/** True when the word could be `text`: holes and globs match anything, and a word that may be missing matches any word. */
function couldBe(field: Field | undefined, text: string): boolean {
  if (field === undefined) return false
  if (field.many && field.pieces.some((piece) => piece.kind !== 'text')) return true
  const pattern = field.pieces.map((piece) => (piece.kind === 'text' ? escape(piece.text) : '[^]*')).join('')
  return new RegExp(`^${pattern}$`).test(text)
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
}

/** Law 2 of the corpus README at the reader's level: the reading shows that `program` may start, or says that it is unsure. */
export function showsProgram({ parts, unreadable }: ShellReading, program: string): boolean {
  return unreadable !== undefined || parts.some((part) => partShows(part, program))
}

function partShows(part: ShellPart, program: string): boolean {
  if (part.kind === 'opaque') return true
  if (part.kind === 'command' && couldBe(part.argv[0], program)) return true
  return part.carriers.some((carrier) => couldBe(carrier.argv?.[0], program))
}

/** The stronger law: the reading shows exactly the started words, as far as it determines them. */
export function showsVector({ parts, unreadable }: ShellReading, vector: readonly string[]): boolean {
  if (unreadable !== undefined) return true
  return parts.some((part) => {
    if (part.kind === 'opaque') return true
    const own = part.kind === 'command' && couldBeVector(part.argv, vector)
    return own || part.carriers.some(({ argv }) => argv !== undefined && couldBeVector(argv, vector))
  })
}

function couldBeVector(fields: readonly Field[], words: readonly string[]): boolean {
  const pattern = fields.map((field) => {
    const unknown = field.many ? '[^]*' : '[^\\u001f]*'
    const text = field.pieces.map((piece) => (piece.kind === 'text' ? escape(piece.text) : unknown)).join('')
    const vanishes = field.many && field.pieces.every((piece) => piece.kind !== 'text')
    return `(?:${text}\\u001f)${vanishes ? '?' : ''}`
  })
  return new RegExp(`^${pattern.join('')}$`).test(words.map((word) => `${word}\u001f`).join(''))
}

/** Program names that the law excludes. */
export function isOddName(program: string): boolean {
  return /[*?[\]'"~\\]/.test(program)
}

/** A reading as short lines, for tables. Holes as `‹source›`, words that may be missing or several with `…`. */
export function outline({ parts, unreadable }: ShellReading): readonly string[] {
  return [
    ...parts.map(outlinePart),
    ...(unreadable === undefined ? [] : [`unreadable: ${unreadable.reason}`]),
  ]
}

function outlinePart(part: ShellPart): string {
  switch (part.kind) {
    case 'command':
      return `${part.shadowed ? 'shadowed ' : ''}${part.argv.map(show).join(' ')}`
    case 'write':
      return `${part.append ? '>>' : '>'} ${show(part.target)}`
    case 'read':
      return `< ${show(part.target)}`
    case 'assignment': {
      const { name, value, harmless } = part.assignment
      const kind = `${part.exported ? 'export ' : ''}${harmless ? '' : 'sensitive '}`
      return `${kind}${name}=${value === undefined ? '' : show(value)}`
    }
    case 'opaque':
      return `opaque ${part.source}`
    case 'breaker':
      return `breaker ${part.breaker.kind}`
    default:
      return part satisfies never
  }
}

function show(field: Field): string {
  const text = field.pieces
    .map((piece) => {
      if (piece.kind === 'hole') return `‹${piece.source}›`
      return piece.kind === 'glob' ? `«${piece.text}»` : piece.text.replaceAll(' ', '_')
    })
    .join('')
  return `${text === '' ? "''" : text}${field.many ? '…' : ''}`
}
