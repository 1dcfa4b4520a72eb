import { createElement, type ReactNode } from 'react'
import { letterIn } from './math-letters.ts'

/** Elements of MathML Core that are drawn; of anything else only what is inside. */
const ELEMENTS: ReadonlySet<string> = new Set(
  'math mrow mi mn mo ms mtext mspace mstyle mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts mpadded mphantom mtable mtr mtd menclose'.split(
    ' ',
  ),
)
/** Attributes that neither name an address nor carry a style. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  'display displaystyle scriptlevel stretchy fence separator accent accentunder minsize maxsize lspace rspace width height depth voffset linethickness mathcolor mathbackground columnalign columnspacing rowspacing columnlines rowlines notation form largeop movablelimits symmetric mathvariant'
    .split(' ')
    .map((name) => [name, name]),
)
/** Left out with all that is inside: the source again, as text. */
const DROPPED: ReadonlySet<string> = new Set(['annotation', 'annotation-xml'])

/** MathML as elements of the page, by a list of what is harmless. Null: it cannot be read. */
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
    if (child.nodeType === Node.ELEMENT_NODE) return drawn(child as Element, index) // as its type says
    const text = child.textContent ?? ''
    return variant === '' ? text : [...text].map((letter) => letterIn(letter, variant)).join('')
  })
  if (!ELEMENTS.has(name)) return children
  const attributes = [...element.attributes].filter(
    ({ name: attribute, value }) =>
      ATTRIBUTES.has(attribute) && (attribute !== 'mathvariant' || value === 'normal'),
  )
  // Upright: browsers slant a single letter by default.
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
