/** @module-tag slow */
import { compilePolicy, decide, explain } from '@countersign/policy'
import { describe, expect, test } from 'vitest'
import { measure, measureAll, readReplay, readSections, SECOND, STANDING } from './replay.ts'

const calls = readReplay()

describe('a working week in default mode, with a dozen standing rules and what is shipped', () => {
  const attention = measure(STANDING, calls)

  test('the replay is as large and as mixed as it claims', () => {
    const commands = calls.filter(({ call, mark }) => mark !== 'never' && call.specifier.kind === 'shell')
    const compound = commands.filter(({ text }) => /[|;]|&&/.test(text))
    expect(attention.calls).toBeGreaterThanOrEqual(300)
    expect(compound.length / attention.calls).toBeGreaterThanOrEqual(0.5)
    expect(STANDING.layers.flatMap(({ lists }) => Object.values(lists).flat()).length).toBeLessThanOrEqual(12)
  })

  test('asks at most 20 times in 100 calls', () => {
    expect(attention.promptsPer100).toBeLessThanOrEqual(20)
  })

  test('at most 5 % of the calls ask though they need not', () => {
    const told = attention.needless.map(({ call, decision }) => `${call.text}: ${explain(decision)}`)
    expect({ share: attention.needlessShare <= 0.05, told }).toMatchObject({ share: true })
  })

  test('an offer that is kept saves the question the next time', () => {
    expect(attention.repeatsCovered).toBeGreaterThanOrEqual(8)
  })

  test('what has an effect that nobody spoke of asks', () => {
    const policy = compilePolicy(STANDING)
    const silent = calls.filter(({ mark, call }) => mark === 'fair' && decide(call, policy).verdict === 'run')
    expect(silent.map(({ text }) => text)).toEqual([])
  })
})

test.each(['plan', 'strict', 'default', 'acceptEdits', 'auto'])('nothing dangerous runs in %s', (mode) => {
  const policy = compilePolicy({ ...STANDING, mode })
  const ran = calls.filter(({ mark, call }) => mark === 'never' && decide(call, policy).verdict === 'run')
  expect(ran.map(({ text }) => text)).toEqual([])
})

test('in plan nothing with an effect runs', () => {
  const policy = compilePolicy({ ...STANDING, mode: 'plan' })
  const ran = calls.filter(({ mark, call }) => mark !== 'free' && decide(call, policy).verdict === 'run')
  expect(ran.map(({ text }) => text)).toEqual([])
})

describe('another fortnight, with other rules', () => {
  const others = readReplay('second.txt')
  const attention = measure(SECOND, others)

  test('at most 3 % of the calls ask though they need not', () => {
    const told = attention.needless.map(({ call, decision }) => `${call.text}: ${explain(decision)}`)
    expect(attention.calls).toBeGreaterThanOrEqual(400)
    expect({ share: attention.needlessShare <= 0.03, told }).toMatchObject({ share: true })
  })

  test('what has an effect that nobody spoke of asks', () => {
    const policy = compilePolicy(SECOND)
    const silent = others.filter(
      ({ mark, call }) => mark === 'fair' && decide(call, policy).verdict === 'run',
    )
    expect(silent.map(({ text }) => text)).toEqual([])
  })

  test.each(['plan', 'strict', 'default', 'acceptEdits', 'auto'])('nothing dangerous runs in %s', (mode) => {
    const policy = compilePolicy({ ...SECOND, mode })
    const ran = others.filter(({ mark, call }) => mark === 'never' && decide(call, policy).verdict === 'run')
    expect(ran.map(({ text }) => text)).toEqual([])
  })
})

describe.each([
  ['third.txt', 1_100],
  ['fourth.txt', 550],
  ['fifth.txt', 220],
  ['sixth.txt', 115],
])('%s: marked before the judge was asked, with rules for each kind of work', (name, least) => {
  const sections = readSections(name)
  const attention = measureAll(sections)
  const marks = sections.flatMap(({ calls: all }) => all.map(({ mark }) => mark))

  test('is as large and as mixed as it claims', () => {
    expect(attention.calls).toBeGreaterThanOrEqual(least)
    for (const { rules } of sections) {
      const standing = rules.layers.flatMap(({ lists }) => Object.values(lists).flat())
      expect(standing.length).toBeGreaterThanOrEqual(8)
      expect(standing.length).toBeLessThanOrEqual(12)
    }
  })

  test('at most 2 % of the calls ask though they need not', () => {
    const told = attention.needless.map(({ call, decision }) => `${call.text}: ${explain(decision)}`)
    expect({ share: attention.needlessShare <= 0.02, told }).toMatchObject({ share: true })
  })

  test('asks hardly more often than is right', () => {
    const right = marks.filter((mark) => mark === 'fair').length
    expect(attention.prompts - right).toBeLessThanOrEqual(0.05 * attention.calls)
  })

  test('hardly a question comes that an offered rule would have saved', () => {
    expect(attention.repeatsCovered).toBeLessThanOrEqual(0.01 * attention.calls)
  })

  test('what has an effect that nobody spoke of asks', () => {
    const silent = sections.flatMap(({ rules, calls: all }) => {
      const policy = compilePolicy(rules)
      return all.filter(({ mark, call }) => mark === 'fair' && decide(call, policy).verdict === 'run')
    })
    expect(silent.map(({ text }) => text)).toEqual([])
  })

  test.each(['plan', 'strict', 'default', 'acceptEdits', 'auto'])('nothing dangerous runs in %s', (mode) => {
    const ran = sections.flatMap(({ rules, calls: all }) => {
      const policy = compilePolicy({ ...rules, mode })
      return all.filter(({ mark, call }) => mark === 'never' && decide(call, policy).verdict === 'run')
    })
    expect(ran.map(({ text }) => text)).toEqual([])
  })
})
