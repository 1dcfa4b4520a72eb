import type * as U from 'unbash'
import type * as A from '../ast.ts'
import * as guard from '../guard.ts'
import { note, rangeOf, type Source } from './source.ts'

/** A part of a slice: a word for the parser, arithmetic for bash. */
export function convertBound(word: U.Word, source: Source): A.Arithmetic {
  return arithmeticOf(word.parts ?? [], word.pos, word.end, source)
}

/** A subscript: the same, or the name of an element. */
export function convertSubscript(word: U.Word, source: Source): A.Arithmetic {
  return subscriptOf(word.parts ?? [], word.pos, word.end, source)
}

/** The content of the brackets. A quoted key that is only text means the same in both readings. */
export function subscriptOf(
  parts: readonly U.WordPart[],
  start: number,
  end: number,
  source: Source,
): A.Arithmetic {
  return PLAIN_KEY.test(source.text.slice(start, end))
    ? arithmeticOf(parts, start + 1, end - 1, source)
    : arithmeticOf(parts, start, end, source)
}

/** `"key"`, `'key'`, `"$name"`, `"${name}:x"`. */
const PLAIN_KEY = /^(?:"(?:[\w .:/@-]|\$[A-Za-z_]\w*|\$\{[A-Za-z_]\w*\})*"|'[\w .:/@-]*')$/

export function convertArithmetic(
  expression: U.ArithmeticExpression | undefined,
  start: number,
  end: number,
  source: Source,
): A.Arithmetic {
  if (expression === undefined && source.text.slice(start, end).trim() !== '') {
    note(source, 'arithmetic that cannot be read', start)
  }
  return arithmeticOf(expression === undefined ? [] : arithmeticParts(expression), start, end, source)
}

type Expansion =
  | U.ParameterExpansionPart
  | U.SimpleExpansionPart
  | U.CommandExpansionPart
  | U.ArithmeticExpansionPart

function arithmeticOf(
  parts: readonly U.WordPart[],
  start: number,
  end: number,
  source: Source,
): A.Arithmetic {
  const result: A.WordPart[] = []
  let cursor = start
  for (const part of expansionsIn(parts).toSorted((a, b) => a.pos - b.pos)) {
    result.push(...arithmeticGap(cursor, part.pos, source))
    if (part.text.startsWith('`')) note(source, guard.hiddenInArithmetic('`'), part.pos)
    result.push(...source.nested.part(part, source, 'plain'))
    cursor = part.end
  }
  result.push(...arithmeticGap(cursor, end, source))
  const range = rangeOf(source, start, end)
  return { text: source.text.slice(start, end), word: { kind: 'word', parts: result, range }, range }
}

/** Text between expansions. The parser leaves a plain `$name` in it. */
function arithmeticGap(start: number, end: number, source: Source): A.WordPart[] {
  const gap = source.text.slice(start, end)
  note(source, guard.hiddenInArithmetic(gap), start)
  return gap
    .split(/(\$(?:[A-Za-z_]\w*|[0-9@*#?$!-]))/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece.startsWith('$') && piece.length > 1
        ? {
            kind: 'parameter',
            quoted: false,
            source: piece,
            name: piece.slice(1),
            range: rangeOf(source, start, end),
          }
        : { kind: 'text', text: piece, quoted: false },
    )
}

function expansionsIn(parts: readonly U.WordPart[]): Expansion[] {
  return parts.flatMap((part): Expansion[] => {
    switch (part.type) {
      case 'SimpleExpansion':
      case 'ParameterExpansion':
      case 'CommandExpansion':
      case 'ArithmeticExpansion':
        return [part]
      case 'DoubleQuoted':
      case 'LocaleString':
      case 'Glob':
      case 'BraceExpansion':
      case 'ExtendedGlob':
        return expansionsIn(part.parts ?? [])
      case 'Literal':
      case 'SingleQuoted':
      case 'AnsiCQuoted':
      case 'ProcessSubstitution':
        // Quotes and `<(` in arithmetic are left to the gap, which rejects them.
        return []
      default:
        return part satisfies never
    }
  })
}

function arithmeticParts(expression: U.ArithmeticExpression): U.WordPart[] {
  switch (expression.type) {
    case 'ArithmeticBinary':
      return [...arithmeticParts(expression.left), ...arithmeticParts(expression.right)]
    case 'ArithmeticUnary':
      return arithmeticParts(expression.operand)
    case 'ArithmeticTernary':
      return [expression.test, expression.consequent, expression.alternate].flatMap(arithmeticParts)
    case 'ArithmeticGroup':
      return arithmeticParts(expression.expression)
    case 'ArithmeticWord':
      return [...(expression.parts ?? [])]
    case 'ArithmeticCommandExpansion':
      return [{ ...expression, script: expression.script, text: expression.text, type: 'CommandExpansion' }]
    default:
      return expression satisfies never
  }
}
