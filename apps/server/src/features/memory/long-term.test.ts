import { UserId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { memorySettings } from '../../settings/testing/memory-settings.ts'
import { LONGEST_ENTRY, longTermMemory, MOST_ENTRIES } from './long-term.ts'

const ANA = UserId.parse('usr_ana')
const BEN = UserId.parse('usr_ben')
const memory = () => longTermMemory(memorySettings(), { now: () => 7 })

test('L9 it is off until its person switches it on', async () => {
  const kept = memory()
  expect(await kept.isOn(ANA)).toBe(false)
  await kept.switch(ANA, true)
  expect([await kept.isOn(ANA), await kept.isOn(BEN)]).toEqual([true, false])
})

test('what is kept is listed by key, replaced by its key, and its person’s alone', async () => {
  const kept = memory()
  await kept.keep(ANA, 'language', 'German')
  await kept.keep(ANA, 'editor', 'vi')
  await kept.keep(ANA, 'language', 'English')
  expect(await kept.list(ANA)).toEqual([
    { key: 'editor', text: 'vi', at: 7 },
    { key: 'language', text: 'English', at: 7 },
  ])
  expect(await kept.list(BEN)).toEqual([])
})

test('it can be deleted, one by one and as a whole', async () => {
  const kept = memory()
  for (const key of ['a', 'b', 'c']) await kept.keep(ANA, key, key)
  await kept.keep(BEN, 'a', 'his')
  expect(await kept.forget(ANA, 'a')).toBe(true)
  expect(await kept.forget(ANA, 'a')).toBe(false)
  await kept.forgetAll(ANA)
  expect(await kept.list(ANA)).toEqual([])
  expect(await kept.list(BEN)).toHaveLength(1)
})

test('it is bounded', async () => {
  const kept = memory()
  for (let index = 0; index < MOST_ENTRIES; index += 1) await kept.keep(ANA, `k${index}`, 'x'.repeat(9999))
  expect(await kept.keep(ANA, 'one more', 'x')).toBe(false)
  expect(await kept.keep(ANA, 'k1', 'replaced')).toBe(true)
  expect((await kept.list(ANA))[0]?.text).toHaveLength(LONGEST_ENTRY)
})
