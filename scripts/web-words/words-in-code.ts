import { parseSync, Visitor, type JSXAttributeItem } from 'oxc-parser'

/** Attributes that people see or hear. */
const SHOWN: ReadonlySet<string> = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'label',
  'placeholder',
  'title',
])

/** Words that a component contains itself instead of taking them from its folder's catalogue: text between tags, and visible attributes. */
export function wordsInCode(file: string, source: string): readonly string[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: string[] = []
  new Visitor({
    JSXText(node) {
      if (isWord(node.value)) found.push(node.value.trim())
    },
    JSXOpeningElement(node) {
      found.push(...node.attributes.flatMap(shownText))
    },
  }).visit(program)
  return found
}

function shownText(attribute: JSXAttributeItem): readonly string[] {
  if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') return []
  if (!SHOWN.has(attribute.name.name) || attribute.value === null) return []
  const { value } = attribute
  const literal = value.type === 'JSXExpressionContainer' ? value.expression : value
  return literal.type === 'Literal' && typeof literal.value === 'string' && isWord(literal.value)
    ? [literal.value]
    : []
}

function isWord(text: string): boolean {
  return /\p{L}{2}/u.test(text)
}
