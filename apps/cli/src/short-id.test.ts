import { expect, test } from 'vitest'
import { idNamed, shortIds } from './short-id.ts'

const IDS = ['thr_0199aa01ff', 'thr_0199aa02ff', 'thr_0abbccddee']

test('a short id is the shortest beginning that names one chat', () => {
  expect([...shortIds(IDS).values()]).toEqual(['0199aa01', '0199aa02', '0abbcc'])
  for (const [id, short] of shortIds(IDS)) expect(idNamed(short, IDS)).toEqual({ ok: true, id })
})

test.each(['thr_0abbccddee', 'thr_0a', '0a'])('%j names a chat', (typed) => {
  expect(idNamed(typed, IDS)).toEqual({ ok: true, id: 'thr_0abbccddee' })
})

test.each([
  ['0199', '2 chats begin with `0199`; give more of the id'],
  ['ff', 'no chat begins with `ff`; `countersign threads` lists them'],
  [' ', 'give the beginning of its id'],
])('%j names none: %s', (typed, message) => {
  expect(idNamed(typed, IDS)).toEqual({ ok: false, message })
})
