import { expect, test } from 'vitest'
import { SettingReads, type SettingQuestion } from './setting-reads.ts'

function reads() {
  const sent: (readonly SettingQuestion[])[] = []
  const rows = new Map<string, unknown>([
    ['a one', 1],
    ['a two', null],
    ['b one', 'x'],
  ])
  const gates: PromiseWithResolvers<void>[] = []
  const settings = new SettingReads(async (questions) => {
    sent.push(questions)
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
    return questions.flatMap(({ scope, name }, index) =>
      [...rows].flatMap(([key, value]) => {
        const [in_ = '', called = ''] = key.split(' ')
        return in_ === scope && (name ?? called) === called ? [{ place: index + 1, name: called, value }] : []
      }),
    )
  })
  return { settings, sent, gates, rows }
}

test('what is asked in the same moment is one statement, and each gets its own answer', async () => {
  const { settings, sent, gates } = reads()
  const all = Promise.all([
    settings.get('a', 'one'),
    // Asked by code that goes on in the same moment.
    Promise.resolve().then(() => settings.all('a')),
    settings.get('a', 'two'),
    settings.get('b', 'two'),
    settings.get('a', 'one'),
  ])
  await new Promise((resolve) => setImmediate(resolve))
  expect(sent).toHaveLength(1)
  gates[0]?.resolve()
  expect(await all).toEqual([
    1,
    new Map<string, unknown>([
      ['one', 1],
      ['two', null],
    ]),
    null,
    undefined,
    1,
  ])
})

test('a question that comes while a statement is on its way is a statement of its own', async () => {
  const { settings, sent, gates, rows } = reads()
  const before = settings.get('a', 'one')
  await new Promise((resolve) => setImmediate(resolve))
  rows.set('a one', 2)
  const after = settings.get('a', 'one')
  await new Promise((resolve) => setImmediate(resolve))
  expect(sent).toHaveLength(2)
  for (const gate of gates) gate.resolve()
  expect([await before, await after]).toEqual([2, 2])
})

test('a failure reaches everyone who asked, and the next question is tried again', async () => {
  let tries = 0
  const settings = new SettingReads((questions) => {
    tries += 1
    return tries === 1
      ? Promise.reject(new Error('away'))
      : Promise.resolve(questions.map((_, index) => ({ place: index + 1, name: 'x', value: tries })))
  })
  const both = await Promise.allSettled([settings.get('a', 'x'), settings.all('a')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await settings.get('a', 'x')).toBe(2)
})
