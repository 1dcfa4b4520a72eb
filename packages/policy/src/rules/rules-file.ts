import type { LayerSource } from '../policy.ts'
import { canonicalMode } from '../modes.ts'
import type { Verdict } from '../verdict.ts'
import { parseRule, type ParseOptions } from './parse.ts'
import type { LayerName, ListName } from '../model/rule.ts'

/**
 * Rules as text, one statement per line: `allow|ask|deny RULE`, `mode NAME`, `expect CALL -> run|ask|block`; a line that begins with `#` is
 * a comment.
 */
export interface RulesFile {
  readonly lists: Readonly<Record<ListName, readonly string[]>>
  readonly mode?: string
  readonly expectations: readonly Expectation[]
  readonly errors: readonly LineError[]
}

/** A test next to the rules: the expected verdict of the whole policy on a call. */
export interface Expectation {
  /** `tool(specifier)`; any other text is a command. */
  readonly call: string
  readonly verdict: Verdict
  /** Counted from 1. */
  readonly line: number
}

export interface LineError {
  readonly line: number
  /** Index in the line. */
  readonly position: number
  readonly message: string
  readonly suggestion?: string
}

/** Parses a rules file. Total: an invalid line becomes an error with its number, and the rest is parsed. */
export function parseRulesFile(text: string, options: ParseOptions = {}): RulesFile {
  const lists: Record<ListName, string[]> = { deny: [], ask: [], allow: [] }
  const expectations: Expectation[] = []
  const errors: LineError[] = []
  let mode: string | undefined
  for (const [index, source] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    const line = index + 1
    const statement = readLine(source.replace(/\r$/, ''), options)
    switch (statement.kind) {
      case 'blank':
        break
      case 'rule':
        lists[statement.list].push(statement.text)
        break
      case 'mode':
        if (mode === undefined) mode = statement.mode
        else errors.push({ line, position: 0, message: 'the mode is set twice' })
        break
      case 'expect':
        expectations.push({ call: statement.call, verdict: statement.verdict, line })
        break
      case 'error':
        if (statement.rule !== undefined) lists[statement.rule.list].push(statement.rule.text)
        errors.push({ line, ...statement.error })
        break
    }
  }
  return { lists, expectations, errors, ...(mode === undefined ? {} : { mode }) }
}

/** The file as a layer of a policy. An invalid line could have been a deny rule, so then none of the file can be relied on. */
export function layerOfRulesFile(
  layer: LayerName,
  file: RulesFile,
  { trusted = false }: { readonly trusted?: boolean } = {},
): LayerSource {
  const { lists, mode, errors } = file
  return {
    layer,
    lists,
    trusted,
    ...(mode === undefined ? {} : { mode }),
    unreadable: errors.length > 0 ? ['deny', 'ask', 'allow'] : [],
  }
}

/** Writes rules as a file that parses back to the same rules. */
export function formatRulesFile({ lists, mode, expectations }: Omit<RulesFile, 'errors'>): string {
  const lines = [
    ...(mode === undefined ? [] : [`mode ${mode}`]),
    ...LISTS.flatMap((list) => lists[list].map((rule) => `${list} ${rule}`)),
    ...expectations.map(({ call, verdict }) => `expect ${call} -> ${verdict}`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const LISTS: readonly ListName[] = ['deny', 'ask', 'allow']
const VERDICTS: readonly Verdict[] = ['run', 'ask', 'block']

type Statement =
  | { readonly kind: 'blank' }
  | { readonly kind: 'rule'; readonly list: ListName; readonly text: string }
  | { readonly kind: 'mode'; readonly mode: string }
  | { readonly kind: 'expect'; readonly call: string; readonly verdict: Verdict }
  | {
      readonly kind: 'error'
      readonly error: Omit<LineError, 'line'>
      readonly rule?: { readonly list: ListName; readonly text: string }
    }

function readLine(source: string, options: ParseOptions): Statement {
  const text = source.trim()
  if (text === '' || text.startsWith('#')) return { kind: 'blank' }
  const start = source.indexOf(text)
  const word = /^\S+/.exec(text)?.[0] ?? ''
  const rest = text.slice(word.length).trimStart()
  const at = start + text.length - rest.length
  const list = LISTS.find((name) => name === word)
  if (list !== undefined) return readRule(list, rest, at, options)
  if (word === 'mode') return readMode(rest, at)
  if (word === 'expect') return readExpectation(rest, at)
  const message = `a line begins with \`allow\`, \`ask\`, \`deny\`, \`mode\`, \`expect\` or \`#\`, not \`${word}\``
  return { kind: 'error', error: { position: start, message } }
}

function readRule(list: ListName, text: string, at: number, options: ParseOptions): Statement {
  const parsed = parseRule(text, options)
  if (parsed.ok) return { kind: 'rule', list, text: parsed.value.text }
  const { position, ...rest } = parsed.error
  return { kind: 'error', error: { position: at + position, ...rest }, rule: { list, text } }
}

function readMode(text: string, at: number): Statement {
  if (/^[A-Za-z_][\w-]*$/.test(text)) return { kind: 'mode', mode: canonicalMode(text) }
  return { kind: 'error', error: { position: at, message: 'one name of a mode follows `mode`' } }
}

function readExpectation(text: string, at: number): Statement {
  const arrow = text.lastIndexOf('->')
  const call = arrow === -1 ? '' : text.slice(0, arrow).trim()
  const verdict = VERDICTS.find((name) => name === text.slice(arrow + 2).trim())
  if (arrow !== -1 && call !== '' && verdict !== undefined) return { kind: 'expect', call, verdict }
  const position = arrow === -1 ? at + text.length : at + arrow
  return {
    kind: 'error',
    error: { position, message: 'an expectation is `expect CALL -> run`, `ask` or `block`' },
  }
}
