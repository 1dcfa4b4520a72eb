import { createElement, type ReactNode } from 'react'
import { letterIn } from './math-letters.ts'

/** MathML Core elements that are rendered; any other element is replaced by its children. */
const ELEMENTS: ReadonlySet<string> = new Set(
  'math mrow mi mn mo ms mtext mspace mstyle mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts mpadded mphantom mtable mtr mtd menclose'.split(
    ' ',
  ),
)
/** Attributes that neither contain a URL nor a style. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  'display displaystyle scriptlevel stretchy fence separator accent accentunder minsize maxsize lspace rspace width height depth voffset linethickness mathcolor mathbackground columnalign columnspacing rowspacing columnlines rowlines notation form largeop movablelimits symmetric mathvariant'
    .split(' ')
    .map((name) => [name, name]),
)
/** Dropped with their content, because they repeat the source as text. */
const DROPPED: ReadonlySet<string> = new Set(['annotation', 'annotation-xml'])

/** Converts MathML to page elements by an allow list. Null: it cannot be parsed. */
export function mathElements(xml: string): ReactNode | null {
  const read = new DOMParser().parseFromString(xml, 'application/xml')
  const math = read.querySelector('math')
  return math === null || read.querySelector('parsererror') !== null ? null : drawn(math, 0)
}

function drawn(element: Element, key: number): ReactNode {
  const name = element.localName
  if (DROPPED.has(name)) return null
  const variant = element.getAttribute('mathvariant') ?? ''
  const children = [...element.childNodes].map((child, index) => {
    if (child.nodeType === Node.ELEMENT_NODE) return drawn(child as Element, index) // nodeType says that it is an element
    const text = child.textContent ?? ''
    return variant === '' ? text : [...text].map((letter) => letterIn(letter, variant)).join('')
  })
  if (!ELEMENTS.has(name)) return children
  const attributes = [...element.attributes].filter(
    ({ name: attribute, value }) =>
      ATTRIBUTES.has(attribute) && (attribute !== 'mathvariant' || value === 'normal'),
  )
  // Browsers slant a single letter by default; this keeps it upright.
  const upright = name === 'mi' && variant !== '' && variant !== 'normal' ? { mathvariant: 'normal' } : {}
  return createElement(
    name,
    {
      key,
      ...Object.fromEntries(attributes.map(({ name: attribute, value }) => [attribute, value])),
      ...upright,
    },
    ...children,
  )
}
