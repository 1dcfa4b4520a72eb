import type { SpecifierKind } from '../model/call.ts'
import { BUILTIN_NAMES, isBuiltinName } from '../builtins.ts'
import { refusedText, type PatternError } from '../text/pattern-error.ts'
import { validatePathPattern } from '../paths/pattern.ts'
import { err, ok, type Result } from '../result.ts'
import { canonicalTool, kindOfTool } from '../tools.ts'
import { validateUrlPattern } from '../urls/pattern.ts'
import { formatRule } from './format.ts'
import { likelyTool } from './likely-tool.ts'
import { nearest } from './nearest.ts'
import type { Rule } from '../model/rule.ts'

/** Why a rule is invalid: the position in its text, an explanation for people, and a suggestion. */
export interface RuleError {
  readonly position: number
  readonly message: string
  readonly suggestion?: string
}

export interface ParseOptions {
  /** Kinds of tools other than the built-in ones, for checking patterns. */
  readonly kindOf?: (tool: string) => SpecifierKind | undefined
  /** All existing tools. If given, any other name is rejected, with the nearest one as suggestion. */
  readonly tools?: readonly string[]
}

/** Longest rule: ten times the longest readable command. */
const MAX_RULE = 100_000

/** Parses `tool` or `tool(pattern)`. The pattern ends at the last `)`. Total. */
export function parseRule(source: string, options: ParseOptions = {}): Result<Rule, RuleError> {
  const text = source.trim()
  const offset = source.length - source.trimStart().length
  const shifted = (error: RuleError): Result<Rule, RuleError> =>
    err({ ...error, position: error.position + offset })
  const shape = readShape(text)
  if (!shape.ok) return shifted(shape.error)
  const { name, pattern } = shape.value
  const badName = checkName(name) ?? checkKnown(name, options)
  if (badName !== undefined) return shifted(withPattern(badName, pattern))
  const tool = canonicalTool(name)
  const bad = pattern === undefined ? undefined : checkPattern(tool, pattern, options)
  if (bad !== undefined) {
    const suggestion = bad.suggestion === undefined ? {} : { suggestion: `${tool}(${bad.suggestion})` }
    return shifted({ position: bad.position + name.length + 1, message: bad.message, ...suggestion })
  }
  const rule = pattern === undefined ? { tool } : { tool, pattern }
  return ok({ text: formatRule(rule), ...rule })
}

interface Shape {
  readonly name: string
  readonly pattern?: string
}

function readShape(text: string): Result<Shape, RuleError> {
  if (text === '') return err({ position: 0, message: 'the rule is empty: write `tool` or `tool(pattern)`' })
  const refused = refusedText(text, 'the rule', MAX_RULE)
  if (refused !== undefined) return err(refused)
  const open = text.indexOf('(')
  if (open === -1) {
    const close = text.indexOf(')')
    if (close !== -1) return err({ position: close, message: 'a `)` without a `(` before it' })
    return ok({ name: text })
  }
  if (!text.endsWith(')')) {
    const close = text.lastIndexOf(')')
    return close > open
      ? err({
          position: close + 1,
          message: 'nothing can follow the last `)`',
          suggestion: text.slice(0, close + 1),
        })
      : err({
          position: text.length,
          message: 'the `(` is not closed',
          suggestion: text.slice(open + 1).trim() === '' ? text.slice(0, open) : `${text})`,
        })
  }
  const name = text.slice(0, open)
  const inside = text.slice(open + 1, -1)
  const pattern = inside.trim()
  if (pattern === '') {
    const message = 'the parentheses are empty: leave them out to mean every use'
    return err({ position: open + 1, message, suggestion: name })
  }
  return ok({ name, pattern: inside === pattern ? inside : trimPattern(inside) })
}

/** Trims blanks at both ends, except an escaped one. */
function trimPattern(inside: string): string {
  const start = inside.trimStart()
  const end = start.trimEnd()
  const backslashes = end.length - end.replace(/\\+$/, '').length
  return backslashes % 2 === 1 && end.length < start.length ? `${end} ` : end
}

/** A suggestion for a name must not be broader than the original: `web.fetch (x)` is not `web.fetch`. */
function withPattern(error: RuleError, pattern: string | undefined): RuleError {
  if (error.suggestion === undefined || pattern === undefined) return error
  return { ...error, suggestion: formatRule({ tool: error.suggestion, pattern }) }
}

function checkName(name: string): RuleError | undefined {
  if (name === '') return { position: 0, message: 'the name of a tool stands before the `(`' }
  const bad = /[^A-Za-z0-9_.:*/@-]/u.exec(name)
  if (bad === null) {
    const at = name.indexOf('@', 1)
    return at === -1
      ? checkBuiltin(name)
      : { position: at, message: '`@` can only begin the name of a built-in' }
  }
  const message = `a tool's name cannot hold ${bad[0] === ' ' ? 'a blank' : `\`${bad[0]}\``}`
  const suggestion = name.replaceAll(/[^A-Za-z0-9_.:*/@-]/g, '')
  return suggestion === '' ? { position: bad.index, message } : { position: bad.index, message, suggestion }
}

/** A rule for an unknown built-in would have no effect. */
function checkBuiltin(name: string): RuleError | undefined {
  if (!name.startsWith('@') || name.includes('*') || isBuiltinName(name)) return undefined
  const guess = nearest(name, BUILTIN_NAMES)
  const message = `there is no built-in \`${name}\``
  return guess === undefined
    ? { position: 0, message: `${message}: they are ${BUILTIN_NAMES.join(', ')}` }
    : { position: 0, message, suggestion: guess }
}

function checkKnown(name: string, { tools }: ParseOptions): RuleError | undefined {
  const tool = canonicalTool(name)
  if (tools === undefined || name.includes('*') || tools.includes(tool)) return undefined
  const guess = likelyTool(name, tools)
  const message = `there is no tool \`${name}\``
  return guess === undefined ? { position: 0, message } : { position: 0, message, suggestion: guess }
}

function checkPattern(tool: string, pattern: string, options: ParseOptions): PatternError | undefined {
  const kind = tool === '@secrets' ? 'path' : (options.kindOf?.(tool) ?? kindOfTool(tool))
  if (kind === 'path') return failure(validatePathPattern(pattern))
  if (kind === 'url' && pattern !== '*') return failure(validateUrlPattern(pattern))
  return undefined
}

function failure(
  checked: Result<unknown, PatternError> | PatternError | undefined,
): PatternError | undefined {
  if (checked === undefined) return undefined
  if ('ok' in checked) return checked.ok ? undefined : checked.error
  return checked
}
