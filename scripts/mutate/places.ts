import { parseSync, type Node } from 'oxc-parser'

/** One small change of a source: the text between two offsets becomes another. */
export interface Mutant {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly operator: string
}

/** Every change that the operators know for a source, in reading order. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const found: Mutant[] = []
  visit(parseSync(file, source).program, undefined, (node, parent) => {
    found.push(...changesOf(node, parent, source))
  })
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end || (a.text < b.text ? -1 : 1))
}

/** The source with the change made. */
export function applied(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end)
}

const SWAPS: ReadonlyMap<string, string> = new Map([
  ['&&', '||'],
  ['||', '&&'],
  ['===', '!=='],
  ['!==', '==='],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
])

/** No text that a program compares with. */
const OTHER_TEXT = String.raw`'\u0000other'`

function changesOf(node: Node, parent: Node | undefined, source: string): readonly Mutant[] {
  const written = (part: Node): string => source.slice(part.start, part.end)
  switch (node.type) {
    case 'IfStatement':
      return [negated(node.test, source), ...dropped(node, parent, source)]
    case 'ConditionalExpression':
    case 'WhileStatement':
      return [negated(node.test, source)]
    case 'LogicalExpression':
    case 'BinaryExpression': {
      const swap = SWAPS.get(node.operator)
      const text = `(${written(node.left)} ${swap} ${written(node.right)})`
      const swapped =
        swap === undefined ? [] : [{ ...place(node), text, operator: `${node.operator} to ${swap}` }]
      return [...swapped, ...otherTexts(node)]
    }
    case 'ReturnStatement':
      return returned(node.argument, parent)
    case 'ArrowFunctionExpression':
      return isBoolean(node.body) ? returned(node.body, parent) : []
    case 'ExpressionStatement':
      return dropped(node, parent, source)
    case 'ArrayExpression':
      return withoutOne(
        node.elements.flatMap((element) => (element === null ? [] : [element])),
        source,
      )
    default:
      return []
  }
}

function place({ start, end }: Node): { readonly start: number; readonly end: number } {
  return { start, end }
}

function negated(test: Node, source: string): Mutant {
  return { ...place(test), text: `!(${source.slice(test.start, test.end)})`, operator: 'negate' }
}

function isBoolean(node: Node): boolean {
  return node.type === 'Literal' && typeof node.value === 'boolean'
}

function returned(value: Node | null, parent: Node | undefined): readonly Mutant[] {
  if (value === null) return []
  if (value.type === 'Literal' && typeof value.value === 'boolean') {
    return [{ ...place(value), text: String(!value.value), operator: 'other answer' }]
  }
  return parent?.type === 'SwitchCase'
    ? [{ ...place(value), text: 'undefined', operator: 'case without answer' }]
    : []
}

/** A statement that does something, or an `if` that only leaves early. */
function dropped(node: Node, parent: Node | undefined, source: string): readonly Mutant[] {
  const stands = parent?.type === 'BlockStatement' || parent?.type === 'SwitchCase'
  const leaves = node.type !== 'IfStatement' || (node.alternate === null && leavesEarly(node.consequent))
  if (!stands || !leaves || source.slice(node.start, node.end) === "'use strict'") return []
  return [{ ...place(node), text: ';', operator: 'drop statement' }]
}

function leavesEarly(node: Node): boolean {
  return ['ReturnStatement', 'ContinueStatement', 'BreakStatement'].includes(node.type)
}

function withoutOne(elements: readonly Node[], source: string): readonly Mutant[] {
  return elements.map((element) => {
    const comma = /^\s*,/.exec(source.slice(element.end))?.[0].length ?? 0
    return { start: element.start, end: element.end + comma, text: '', operator: 'drop element' }
  })
}

const COMPARING = new Set(['===', '!=='])

function otherTexts(node: Node): readonly Mutant[] {
  if (node.type !== 'BinaryExpression' || !COMPARING.has(node.operator)) return []
  return [node.left, node.right]
    .filter((side) => side.type === 'Literal' && typeof side.value === 'string')
    .map((side) => ({ ...place(side), text: OTHER_TEXT, operator: 'other text' }))
}

const WRAPPERS = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

function visit(
  node: Node,
  parent: Node | undefined,
  each: (node: Node, parent: Node | undefined) => void,
): void {
  // Types are gone when the code runs.
  if (node.type.startsWith('TS') && !WRAPPERS.has(node.type)) return
  each(node, parent)
  for (const child of Object.values(node).flat()) {
    if (isNode(child)) visit(child, node, each)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
