import { hunksOf, withHunks, type Signature } from '@countersign/protocol'
import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { narrowing } from './narrow.ts'

const BEFORE = 'one\ntwo\nthree\nfour\nfive\n'
const AFTER = '1\ntwo\n3\nfour\n5\n'
const hunks = hunksOf(BEFORE, AFTER)
const [ONE = '', THREE = '', FIVE = ''] = hunks.map(({ id }) => id)

const CALL = {
  inParts: true,
  body: { kind: 'write', path: 'f', before: BEFORE, after: AFTER, outside_workspace: false },
} as unknown as Call // all of a call that is looked at

const signature = (parts?: Signature['parts']): Signature => ({
  via: 'person',
  by: 'you',
  at: 1,
  feedback: 'no threes',
  ...(parts === undefined ? {} : { parts }),
})

test('a yes without parts narrows nothing', () => {
  expect(narrowing(CALL, signature())).toEqual({ ok: true, narrowed: undefined })
  expect(narrowing(CALL, null)).toEqual({ ok: true, narrowed: undefined })
})

test('the signed parts, in their order, and the words for the model', () => {
  const found = narrowing(CALL, signature({ signed: [FIVE, ONE], of: 3 }))
  if (!found.ok || found.narrowed === undefined) throw new Error('nothing was narrowed')
  const { base, accepted, words } = found.narrowed
  expect(withHunks(base, accepted)).toBe('1\ntwo\nthree\nfour\n5\n')
  expect(words).toBe('accepted 1 (l. 1), 3 (l. 5); declined 2 (l. 3) "no threes"')
})

test.each([
  ['a part of another change', CALL, { signed: [ONE, 'f'.repeat(32)], of: 3 }],
  ['none', CALL, { signed: [], of: 3 }],
  ['parts of a change that is cut in another way', CALL, { signed: [ONE], of: 2 }],
  [
    'parts of a call whose tool does all or nothing',
    { ...CALL, inParts: undefined },
    { signed: [ONE], of: 3 },
  ],
  [
    'parts of what is no change',
    { ...CALL, body: { kind: 'arguments', entries: [] } },
    { signed: [THREE], of: 3 },
  ],
])('signed is %s: nothing runs', (_name, call, parts) => {
  expect(narrowing(call as Call, signature(parts))).toMatchObject({ ok: false, result: { code: 'stale' } }) // as a row of another version may have it
})
