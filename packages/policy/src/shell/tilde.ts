import type { ParameterPart, WordPart } from './ast.ts'

/**
 * `word`: at the start, or after `NAME=` at the start. `assignment`: after each `:` as well. `operand`, as in `${x:-~}`: at the start
 * alone.
 */
export type TildeMode = 'word' | 'assignment' | 'operand' | 'none'

/** Replaces `~`, `~+`, `~-` and `~name` by the folder; only if the whole name is unquoted. */
export function expandTilde(parts: readonly WordPart[], mode: TildeMode, home: string): readonly WordPart[] {
  if (
    mode === 'none' ||
    !parts.some((part) => part.kind === 'text' && !part.quoted && part.text.includes('~'))
  )
    return parts
  return parts.flatMap((part, index) => {
    if (part.kind !== 'text' || part.quoted) return [part]
    return expandText(part.text, { first: index === 0, last: index === parts.length - 1, mode, home })
  })
}

interface Where {
  readonly first: boolean
  readonly last: boolean
  readonly mode: TildeMode
  readonly home: string
}

function expandText(text: string, where: Where): WordPart[] {
  const result: WordPart[] = []
  let cursor = 0
  for (const start of starts(text, where)) {
    const ends = [...'/', ...(where.mode !== 'word' || start > 0 ? ':' : '')]
      .map((end) => text.indexOf(end, start))
      .filter((end) => end >= 0)
    const end = ends.length === 0 ? text.length : Math.min(...ends)
    // The rest of the name is in the next part, quoted or expanded: bash leaves such a word unchanged.
    if (end === text.length && !where.last) continue
    const folder = folderOf(text.slice(start + 1, end), where.home)
    if (folder === undefined) continue
    if (start > cursor) result.push({ kind: 'text', text: text.slice(cursor, start), quoted: false })
    result.push(folder)
    cursor = end
  }
  if (cursor < text.length) result.push({ kind: 'text', text: text.slice(cursor), quoted: false })
  return result
}

function starts(text: string, { first, mode }: Where): readonly number[] {
  const result: number[] = []
  if (first && text.startsWith('~')) result.push(0)
  const named = first && mode === 'word' ? (/^[A-Za-z_]\w*\+?=/.exec(text)?.[0].length ?? 0) : 0
  for (let at = text.indexOf('~', 1); at > 0; at = text.indexOf('~', at + 1)) {
    if (at === named || (text[at - 1] === ':' && (mode === 'assignment' || named > 0))) result.push(at)
  }
  return result
}

const RANGE = { start: 0, end: 0 }

function folderOf(name: string, home: string): WordPart | undefined {
  if (name === '') return homeOf(home)
  const variable = name === '+' ? 'PWD' : name === '-' ? 'OLDPWD' : undefined
  if (variable !== undefined) {
    return { kind: 'parameter', quoted: true, source: `~${name}`, name: variable, range: RANGE }
  }
  if (!/^[A-Za-z_][\w.-]*$/.test(name)) return undefined
  if (name === 'root') return { kind: 'text', text: '/root', quoted: true }
  // Home folders are usually siblings; if one is not, a rule for it would have to name its path anyway.
  return { kind: 'text', text: `${home.slice(0, home.lastIndexOf('/'))}/${name}`, quoted: true }
}

/** The part of the last home: alternatives compare parts by identity, and one text has one home. */
let last: { readonly home: string; readonly part: ParameterPart } | undefined

/** The variable; without it bash asks the system for the home. */
function homeOf(home: string): ParameterPart {
  if (last?.home === home) return last.part
  const parts: readonly WordPart[] = [{ kind: 'text', text: home, quoted: true }]
  const part: ParameterPart = {
    kind: 'parameter',
    quoted: true,
    source: '~',
    name: 'HOME',
    operation: { kind: 'default', operator: '-', word: { kind: 'word', parts, range: RANGE } },
    range: RANGE,
  }
  last = { home, part }
  return part
}
