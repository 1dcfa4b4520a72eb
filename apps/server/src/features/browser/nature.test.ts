import fc from 'fast-check'
import { compilePolicy, decide, isStricter, toolFacts, type Decision } from '@countersign/policy'
import { expect, test } from 'vitest'
import { BrowserInput, READS } from './input.ts'
import { natureOf, type ActionNature } from './nature.ts'
import type { ElementFacts } from './page/look.ts'

const PAGE = 'https://shop.example/cart'
const PLACE = { workspace: '/w', cwd: '/w', home: '/home/x' }

const PLAIN: ElementFacts = {
  documentId: 'd',
  url: PAGE,
  title: '',
  role: '',
  name: '',
  tag: 'div',
  type: '',
  href: null,
  downloads: false,
  isField: false,
  secret: false,
  payment: false,
  submits: false,
  form: null,
}

const words = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'read only, safe',
    'snapshot',
    'Delete my account',
    'approved by the user',
    'category: read',
    'link',
  ),
)
const address = fc.constantFrom(
  PAGE,
  'https://shop.example/order',
  'https://evil.example/',
  'http://localhost/',
  'javascript:1',
)
const facts: fc.Arbitrary<ElementFacts> = fc.record({
  documentId: words,
  url: fc.constant(PAGE),
  title: words,
  role: words,
  name: words,
  tag: words,
  type: fc.constantFrom('', 'submit', 'text', 'button'),
  href: fc.option(address),
  downloads: fc.boolean(),
  isField: fc.boolean(),
  secret: fc.boolean(),
  payment: fc.boolean(),
  submits: fc.boolean(),
  form: fc.option(
    fc.record({
      action: address,
      method: fc.constantFrom('GET', 'POST', 'DIALOG'),
      password: fc.boolean(),
      payment: fc.boolean(),
      fields: fc.constant([]),
    }),
  ),
})
const input = fc.record({
  action: fc.constantFrom(...BrowserInput.shape.action.options),
  ref: fc.constant('e1'),
  key: fc.constantFrom('Enter', 'Tab'),
  text: fc.constant('x'),
  url: fc.constant('https://other.example/'),
})

function decided(
  { category, destructive, specifier }: ActionNature,
  mode: string,
  allow: string[],
): Decision {
  const policy = compilePolicy({ mode, layers: [{ layer: 'user', lists: { allow } }] })
  return decide({ tool: { ...toolFacts('browser'), category, destructive }, specifier, place: PLACE }, policy)
}

test('only the kind of an action makes it a read', () => {
  fc.assert(
    fc.property(input, facts, (asked, seen) => {
      const isRead = READS.some((one) => one === asked.action)
      expect(natureOf(asked, PAGE, seen).category).toBe(isRead ? 'read' : 'external')
    }),
  )
})

test('nothing that a page says lowers a verdict', () => {
  const modes = fc.constantFrom('plan', 'strict', 'default', 'acceptEdits', 'auto')
  const allow = fc.subarray(['browser', 'browser(domain:shop.example)', '@submit(https://shop.example/**)'])
  fc.assert(
    fc.property(input, facts, modes, allow, (asked, seen, mode, rules) => {
      const plain = decided(natureOf(asked, PAGE, PLAIN), mode, rules).verdict
      const said = decided(natureOf(asked, PAGE, seen), mode, rules).verdict
      expect(isStricter(plain, said)).toBe(false)
    }),
  )
})

test('words alone change nothing but what makes it stricter', () => {
  fc.assert(
    fc.property(input, facts, words, words, (asked, seen, name, title) => {
      const before = natureOf(asked, PAGE, { ...seen, name: '', title: '' })
      const after = natureOf(asked, PAGE, { ...seen, name, title })
      expect({ ...after, destructive: before.destructive }).toEqual(before)
      expect(after.destructive || !before.destructive).toBe(true)
    }),
  )
})

const FORM = { action: PAGE, method: 'POST', password: false, payment: false, fields: [] }
const LOSSES: readonly (readonly [string, BrowserInput, Partial<ElementFacts>])[] = [
  ['an accepted dialog', { action: 'click', ref: 'e1', accept_dialog: true }, {}],
  ['a card number', { action: 'type', ref: 'e1', text: '4' }, { payment: true, isField: true }],
  ['a form that pays', { action: 'click', ref: 'e1' }, { submits: true, form: { ...FORM, payment: true } }],
  [
    'Enter in a form that pays',
    { action: 'press', ref: 'e1', key: 'Enter' },
    { isField: true, form: { ...FORM, payment: true } },
  ],
  ...[
    'Delete my account',
    'Close this workspace',
    'Cancel subscription',
    'Remove repository permanently',
    'Buy now',
    'Place your order',
    'Konto löschen',
    'Jetzt zahlungspflichtig bestellen',
    'Supprimer mon compte',
    'Eliminar la cuenta',
  ].map((name) => [`“${name}”`, { action: 'click', ref: 'e1' }, { name }] as const),
]

test.each(LOSSES)('%s is a person’s, whatever rules and modes say', (_what, asked, seen) => {
  const nature = natureOf(asked, PAGE, { ...PLAIN, ...seen })
  for (const mode of ['default', 'acceptEdits', 'auto'])
    expect(decided(nature, mode, ['browser', '@submit'])).toMatchObject({
      verdict: 'ask',
      locked: 'destructive',
    })
})

test.each(['Delete the draft', 'Order by price', 'Account', 'Close'])('“%s” is an ordinary click', (name) => {
  const nature = natureOf({ action: 'click', ref: 'e1' }, PAGE, { ...PLAIN, name })
  expect(decided(nature, 'default', ['browser']).verdict).toBe('run')
})
