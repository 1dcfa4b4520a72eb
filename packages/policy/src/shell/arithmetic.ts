import type { Arithmetic } from './ast.ts'
import { isKnownName, lookup, type State } from './state.ts'
import { knownText, type Value } from './value.ts'

/**
 * The danger of bash evaluating a text as arithmetic. A name in it is replaced by the variable's value, which is evaluated again, and a
 * subscript `a[$(command)]` in such a value runs the command.
 */
export type Risk = 'none' | 'opaque' | 'command'

/** The risk of an expanded text. Each variable is visited once. */
export function arithmeticRisk(value: Value, state: State, visited: Set<string> = new Set()): Risk {
  let risk: Risk = 'none'
  let text = ''
  for (const bit of value) {
    if (bit.kind === 'hole') {
      if (bit.origin === 'data' || bit.origin === 'plain') risk = worse(risk, 'opaque')
      text += ' '
      continue
    }
    // File names are chosen by others.
    if (bit.kind === 'glob') risk = worse(risk, 'opaque')
    text += bit.text
  }
  if (/[$`]/.test(text)) return 'command'
  for (const name of text.match(/[A-Za-z_]\w*/g) ?? []) {
    if (visited.has(name) || !isKnownName(state, name)) continue
    visited.add(name)
    const { values, elements = [] } = lookup(state, name)
    for (const inner of [...values, ...elements]) risk = worse(risk, arithmeticRisk(inner, state, visited))
  }
  return risk
}

function worse(a: Risk, b: Risk): Risk {
  const order: readonly Risk[] = ['none', 'opaque', 'command']
  return order.indexOf(a) >= order.indexOf(b) ? a : b
}

/**
 * True when evaluating the text may fail because of its own content: a division by something that may be zero, a surplus operand, an
 * operator at the end. Bash then drops the rest of the line. The text of each variable is checked once.
 */
export function mayFail(text: string, state: State, visited: Set<string> = new Set()): boolean {
  const plain = text
    .replaceAll(/\$\{#?\w+(?:\[[@*\w]\])?\}|\$\([^()]*\)|\$?\b[A-Za-z_]\w*(?:\[\w+\])?|\$[\d#?!$]/g, 'n')
    .replaceAll(/(?:\+\+|--)\s*n|n\s*(?:\+\+|--)/g, 'n')
    .replaceAll(/\b(?:0[xX][0-9a-fA-F]+|[1-9]\d*(?:#\w+)?)\b/g, '1')
  if (/[/%]=?\s*[^1\s=]|[n01]\s+[n01]|0\d|[-+*/%<>=&|^?:,!~]\s*$|[^n01\s()+*/%<>=!&|^~?:,-]/.test(plain))
    return true
  return (text.match(/[A-Za-z_]\w*/g) ?? []).some((name) => {
    if (visited.has(name) || !isKnownName(state, name)) return false
    visited.add(name)
    return lookup(state, name).values.some((value) => mayFail(knownText(value) ?? '', state, visited))
  })
}

/** Expressions that set a name: `a=`, `a += `, `a++`, `--a`. */
const SETS = /([A-Za-z_]\w*)\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)/g
const ELEMENTS = /([A-Za-z_]\w*)\s*\[/g

/** Names that evaluating an expanded text sets, including through the values of its variables, which are evaluated in turn. */
export function boundNames(value: Value, state: State, visited: Set<string> = new Set()): readonly string[] {
  const text = value.map((bit) => (bit.kind === 'hole' ? ' ' : bit.text)).join('')
  const bound = [...text.matchAll(SETS)].map(([, before, after]) => before ?? after ?? '')
  // Finding the ends of subscripts is not worthwhile: any `=`, `++` or `--` may set an element.
  if (/=|\+\+|--/.test(text)) bound.push(...[...text.matchAll(ELEMENTS)].map(([, name = '']) => name))
  for (const name of text.match(/[A-Za-z_]\w*/g) ?? []) {
    if (visited.has(name) || !isKnownName(state, name)) continue
    visited.add(name)
    const { values, elements = [] } = lookup(state, name)
    for (const inner of [...values, ...elements]) bound.push(...boundNames(inner, state, visited))
  }
  return [...new Set(bound)]
}

/** Names that arithmetic sets; if it sets any, all of its names, which errs on the safe side. */
export function assignedNames(arithmetic: Arithmetic): readonly string[] {
  const { text } = arithmetic
  const sets = text.includes('++') || text.includes('--') || /(?:^|[^=!<>])=(?!=)|<<=|>>=/.test(text)
  return sets ? [...new Set(text.match(/[A-Za-z_]\w*/g) ?? [])] : []
}
