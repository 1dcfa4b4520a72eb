import type { ChangePart } from '../../change-parts.ts'

/** The location of a part of a change, read from the code around it: `in parseAmount`, `before parseAmount`. */
export interface PartName {
  readonly where: 'in' | 'before'
  /** The name in the code. */
  readonly name: string
}

/** A change of a file. */
export interface NamedChange {
  readonly path: string
  readonly before: string | null
  readonly after: string
}

/** The name of each part, from the old text. Null: nothing around it has a name, and line numbers must do. */
export function partNames(change: NamedChange, parts: readonly ChangePart[]): readonly (PartName | null)[] {
  const old = (change.before ?? '').split('\n')
  const fresh = change.after.split('\n')
  const nameOf = /\.(md|markdown|mdx|txt|rst|adoc)$/i.test(change.path) ? nameInProse : nameInCode
  let shift = 0
  return parts.map((part) => {
    const from = part.line - 1
    const place: Place = {
      old,
      from,
      end: from + part.removed,
      added: fresh.slice(from + shift, from + shift + part.added),
    }
    shift += part.added - part.removed
    return nameOf(place)
  })
}

interface Place {
  readonly old: readonly string[]
  /** The removed lines, counted from 0; `end` is exclusive. */
  readonly from: number
  readonly end: number
  readonly added: readonly string[]
}

function nameInCode({ old, from, end, added }: Place): PartName | null {
  const removed = old.slice(from, end)
  const replaced = removed.filter(isCode)
  const own = replaced[0] === undefined ? undefined : declared(replaced[0])
  if (own !== undefined) return { where: 'in', name: own }
  const lines = (replaced.length > 0 ? replaced : [...removed, ...added]).filter((line) => line.trim() !== '')
  const indent = Math.min(...lines.map(indentOf))
  const next = replaced.length > 0 ? undefined : declaredBelow(old, end, indent)
  if (next !== undefined) return { where: 'before', name: next }
  const around = declaredAround(old, from, indent)
  return around === undefined ? null : { where: 'in', name: around }
}

/** The declaration directly below, with at most its comments in between. */
function declaredBelow(old: readonly string[], end: number, indent: number): string | undefined {
  const line = old.slice(end).find((each) => !isComment(each))
  return line === undefined || indentOf(line) !== indent ? undefined : declared(line)
}

/** The nearest line above that is indented less and declares something. */
function declaredAround(old: readonly string[], from: number, indent: number): string | undefined {
  let limit = indent
  for (let at = from - 1; at >= 0 && limit > 0; at -= 1) {
    const line = old[at] ?? ''
    // The end of a parameter list and a brace on its own line belong to the declaration above them.
    if (!isCode(line) || indentOf(line) >= limit || /^\s*[)\]{]/.test(line)) continue
    const name = declared(line, true)
    if (name !== undefined) return name
    limit = indentOf(line)
  }
  return undefined
}

/** A heading names everything below it. */
function nameInProse({ old, from, end }: Place): PartName | null {
  const heading = (line: string | undefined) => /^#{1,6}\s+(.*\S)/.exec(line ?? '')?.[1]?.slice(0, LONGEST)
  for (let at = end > from ? from : from - 1; at >= 0; at -= 1) {
    const name = heading(old[at])
    if (name !== undefined) return { where: 'in', name }
  }
  const next = heading(old[end])
  return next === undefined ? null : { where: 'before', name: next }
}

/** Longer lines are skipped: nobody writes declarations like that. */
const LONGEST = 200
const NAME = '(?<name>#?[\\p{ID_Start}_$][\\p{ID_Continue}$]*)'
const WORDS =
  '(?:(?:export|default|async|declare|abstract|public|private|protected|internal|static|final|override|readonly|open|data|sealed|suspend|unsafe|inline|pub(?:\\([a-z]+\\))?)\\s+){0,5}'
const KEYWORD = new RegExp(
  `^\\s*${WORDS}(?:function\\*?|class|interface|type|enum|struct|trait|impl|module|namespace|def|fn|func|fun|object|protocol)\\s+(?:\\([^)]*\\)\\s*)?${NAME}`,
  'u',
)
const VARIABLE = new RegExp(`^\\s*${WORDS}(?:const|let|var|val)\\s+${NAME}[^=]*=`, 'u')
/** A method or function without a keyword: `async read(path: string): Promise<string> {`, `int main(void) {`. */
const CALLABLE = new RegExp(
  `^\\s*(?:[\\p{ID_Continue}<>\\[\\]*&:,?.]+\\s+){0,5}?[*&]*${NAME}\\s*\\([^;]*\\{\\s*$`,
  'u',
)
/** Keywords that can appear where a name could. */
const NO_NAMES: ReadonlySet<string> = new Set(
  'if for while switch catch with return do else match try await new yield throw'.split(' '),
)

/** The name that a line declares. A variable qualifies if it is not indented, or if it holds the lines around the part. */
function declared(line: string, holds = false): string | undefined {
  if (line.length > LONGEST) return undefined
  const keyword = KEYWORD.exec(line)?.groups?.['name']
  if (keyword !== undefined) return keyword
  const variable = VARIABLE.exec(line)?.groups?.['name']
  if (variable !== undefined) return holds || indentOf(line) === 0 ? variable : undefined
  const first = /^\s*[}\s]*(\w+)/.exec(line)?.[1] ?? ''
  const callable = NO_NAMES.has(first) ? undefined : CALLABLE.exec(line)?.groups?.['name']
  return callable === undefined || NO_NAMES.has(callable) ? undefined : callable
}

function isComment(line: string): boolean {
  return /^\s*(\/\/|\/\*|\*(\s|\/|$)|#(?!\p{ID_Continue}+\()|--\s|@|<!--)/u.test(line)
}

function isCode(line: string): boolean {
  return line.trim() !== '' && !isComment(line)
}

function indentOf(line: string): number {
  return line.search(/\S|$/)
}
