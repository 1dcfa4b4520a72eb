import { display, type Field, type Piece } from '../../../model/field.ts'
import type { ProgramFacts } from '../../../model/part.ts'
import { classify } from '../classify.ts'
import type { ClassifyContext } from '../spec.ts'

/** The place of the tests. */
export const HERE: ClassifyContext = {
  place: { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' },
  cwds: ['/home/dev/project'],
}

/**
 * A line of words for tests, split at blanks: `$X` and `"$X"` are holes (the unquoted one may be several words), `*` and `?` are globs,
 * `'…'` is one literal word.
 */
export function argvOf(line: string): readonly Field[] {
  const words = [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)]
  return words.map((match) => fieldOf(match[0], match.index))
}

/** The tables' facts about such a line. */
export function factsOf(line: string): ProgramFacts {
  return classify(argvOf(line), HERE)
}

function fieldOf(word: string, start: number): Field {
  const pieces: Piece[] = []
  const quoted = /['"]/.test(word)
  let many = false
  for (const match of word.matchAll(
    /'([^']*)'|"(\$\w+)"|"([^"$]*)"|(\$(?:\w+|[?#$!]))|([*?]+)|([^'"$*?]+)/g,
  )) {
    const [, single, heldHole, double, hole, glob, plain] = match
    if (heldHole !== undefined || hole !== undefined)
      pieces.push({ kind: 'hole', source: heldHole ?? hole ?? '' })
    else if (glob !== undefined) pieces.push({ kind: 'glob', text: glob })
    else push(pieces, single ?? double ?? plain ?? '')
    many ||= hole !== undefined || glob !== undefined
  }
  return { pieces, quoted, many, range: { start, end: start + word.length } }
}

function push(pieces: Piece[], text: string): void {
  const last = pieces.at(-1)
  if (text === '') return
  if (last?.kind === 'text') pieces[pieces.length - 1] = { kind: 'text', text: last.text + text }
  else pieces.push({ kind: 'text', text })
}

/** The touches of such a line, in short: `read a, remove b/**` where `/**` means recursively. */
export function touched(line: string): string {
  const { touches } = factsOf(line)
  return touches
    .map(({ act, path, recursive }) => `${act} ${display(path)}${recursive ? '/**' : ''}`)
    .join(', ')
}

/** Further spellings of such a line, separated by `;`. */
export function spelled(line: string): string {
  return factsOf(line)
    .spellings.map((words) => words.map(display).join(' '))
    .join('; ')
}
