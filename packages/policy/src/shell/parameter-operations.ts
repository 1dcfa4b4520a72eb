import type { ParameterOperation, ParameterPart, Word } from './ast.ts'
import type { Context } from './expansion.ts'
import {
  compilePattern,
  removeAffix,
  replaceMatches,
  type Matcher,
  type PatternChar,
} from './shell-pattern.ts'
import { expandTilde } from './tilde.ts'
import { holdsPath } from './printed-roots.ts'
import { hole, isDownload, knownText, textValue, type Value } from './value.ts'

/** The result of an operation on a value: `${x#a}`, `${x/a/b}`, `${x:1:2}`, `${x^^}`, `${x@U}`. */
export function changed(
  part: ParameterPart,
  operation: ParameterOperation,
  value: Value,
  expansion: Context,
): Value {
  return cutPath(part, value, expansion) ?? operate(part, operation, value, expansion)
}

/** Patterns take too long for longer texts. */
const MAX_TEXT = 300

function operate(
  part: ParameterPart,
  operation: ParameterOperation,
  value: Value,
  expansion: Context,
): Value {
  const text = knownText(value)
  const unknown = (): Value => [derivedHole(part, value)]
  if (text === undefined) return unknown()
  if (text.length > MAX_TEXT) {
    expansion.state.beyond.add('characters of a value')
    return unknown()
  }
  const result = operateText(operation, text, expansion)
  return result === undefined ? unknown() : textValue(result)
}

const ROOT = textValue('/')

/** `${PATH:0:1}`, `${SHELL%%bin*}`: the rest of a text that begins with the root may be the root. */
function cutPath(part: ParameterPart, value: Value, { choice }: Context): Value | undefined {
  const { operation } = part
  if (operation === undefined || knownText(value) !== undefined || !mayLeaveRoot(operation, part.name, value))
    return undefined
  // Among many alternatives, this is the important one.
  if (choice.size > 1 && !choice.has(part)) return ROOT
  return choice.pick(part, [undefined, ROOT])
}

function mayLeaveRoot(operation: ParameterOperation, name: string, value: Value): boolean {
  const [first] = value
  const absolute =
    first?.kind === 'hole'
      ? first.origin === 'unset' && holdsPath(name)
      : first?.text.startsWith('/') === true
  switch (operation.kind) {
    case 'slice':
      return (
        /^\s*0?\s*$/.test(operation.offset.text) &&
        operation.length !== undefined &&
        (absolute || operation.length.text.trim() === '1')
      )
    case 'remove':
      // `${TMPDIR%/}`, `${PATH%%:*}`: one letter less, the first of several.
      return (
        absolute && operation.operator.startsWith('%') && !/^(?:\/|:\*)$/.test(spelled(operation.pattern))
      )
    case 'replace':
      return absolute && spelled(operation.by) === ''
    default:
      return false
  }
}

/** The letters of a word; an expansion in it is treated as a star. */
function spelled({ parts }: Word): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '*')).join('')
}

function derivedHole(part: ParameterPart, value: Value): Value[number] {
  const fromOutside = value.every((bit) => bit.kind === 'hole' && bit.origin === 'unset') && value.length > 0
  return hole(part.source, fromOutside ? 'unset' : 'data', { download: isDownload(value) })
}

function operateText(operation: ParameterOperation, text: string, expansion: Context): string | undefined {
  switch (operation.kind) {
    case 'remove': {
      const matches = matcher(operation.pattern, expansion)
      return matches === undefined ? undefined : removeAffix(text, operation.operator, matches)
    }
    case 'replace': {
      const matches = matcher(operation.pattern, expansion)
      const by = knownText(expansion.words.value(operation.by, expansion, 'operand'))
      // `&` and quotes in the replacement mean different things in different versions of bash.
      if (matches === undefined || by === undefined || /['"\\&]/.test(by)) return undefined
      return replaceMatches(text, operation.operator, matches, by)
    }
    case 'slice':
      return slice(operation, text, expansion)
    case 'case':
      return operation.pattern === undefined ? changeCase(operation.operator, text) : undefined
    case 'transform':
      return transform(operation.letter, text)
    case 'default':
    case 'names':
      return undefined
    default:
      return operation satisfies never
  }
}

function matcher(
  pattern: Extract<ParameterOperation, { kind: 'remove' }>['pattern'],
  expansion: Context,
): Matcher | undefined {
  const chars: PatternChar[] = []
  const parts = expandTilde(pattern.parts, 'operand', expansion.home)
  for (const atom of expansion.words.atoms(parts, expansion)) {
    if (atom.kind !== 'bit' || atom.bit.kind !== 'text') return undefined
    for (const char of atom.bit.text) chars.push({ char, plain: atom.quoted })
  }
  return compilePattern(chars)
}

/** A bound of a slice, if it is a plain number. */
export function sliceNumber(
  arithmetic: Extract<ParameterOperation, { kind: 'slice' }>['offset'],
  expansion: Context,
): number | undefined {
  const digits = knownText(expansion.words.value(arithmetic.word, expansion, 'none'))?.trim()
  if (digits === '') return 0
  return digits !== undefined && /^-?\d{1,9}$/.test(digits) ? Number(digits) : undefined
}

function slice(
  operation: Extract<ParameterOperation, { kind: 'slice' }>,
  text: string,
  expansion: Context,
): string | undefined {
  const chars = [...text]
  const offset = sliceNumber(operation.offset, expansion)
  if (offset === undefined) return undefined
  const start = offset < 0 ? chars.length + offset : offset
  if (start < 0) return ''
  if (operation.length === undefined) return chars.slice(start).join('')
  const length = sliceNumber(operation.length, expansion)
  if (length === undefined) return undefined
  return chars.slice(start, length < 0 ? Math.max(start, chars.length + length) : start + length).join('')
}

function changeCase(operator: '^' | '^^' | ',' | ',,', text: string): string {
  const [first = '', ...rest] = [...text]
  switch (operator) {
    case '^':
      return first.toUpperCase() + rest.join('')
    case '^^':
      return text.toUpperCase()
    case ',':
      return first.toLowerCase() + rest.join('')
    case ',,':
      return text.toLowerCase()
  }
}

function transform(letter: string, text: string): string | undefined {
  if (letter === 'U') return changeCase('^^', text)
  if (letter === 'u') return changeCase('^', text)
  return letter === 'L' ? changeCase(',,', text) : undefined
}
