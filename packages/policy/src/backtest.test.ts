import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backtest, withRule, type Difference, type RecordedCall } from './backtest.ts'
import { readCallText } from './call-text.ts'
import { CORPUS_PLACE } from './case.ts'
import { diff } from './diff.ts'
import type { PolicySource } from './policy.ts'
import type { Verdict } from './verdict.ts'

const source = (allow: readonly string[], deny: readonly string[] = [], mode = 'default'): PolicySource => ({
  mode,
  layers: [{ layer: 'user', lists: { allow, deny } }],
})

function recorded(id: string, text: string, decided: Verdict, answer?: RecordedCall['answer']): RecordedCall {
  const call = readCallText(text, CORPUS_PLACE)
  return answer === undefined ? { id, call, decided } : { id, call, decided, answer }
}

const RECORD: readonly RecordedCall[] = [
  recorded('1', 'files.write(src/a.ts)', 'ask', 'allowed'),
  recorded('2', 'files.write(src/b.ts)', 'ask', 'denied'),
  recorded('3', 'files.write(docs/x.md)', 'ask', 'allowed'),
  recorded('4', 'files.read(src/a.ts)', 'run'),
  recorded('5', 'files.read(secrets/key)', 'run'),
  recorded('6', 'web.fetch(https://example.com/)', 'block'),
  recorded('7', 'files.write(src/c.ts)', 'ask', 'unanswered'),
]

describe('P14.2 backtest', () => {
  test('counts what would be, and where it differs from what people said', () => {
    const result = backtest(
      source(['files.write(/src/**)'], ['files.read(/secrets/**)', 'files.write(/docs/**)']),
      RECORD,
    )
    expect(result).toMatchObject({
      total: 7,
      verdicts: { run: 4, ask: 1, block: 2 },
      differences: {
        'runs-what-was-denied': 1,
        'saves-a-question': 1,
        'blocks-what-was-allowed': 2,
        'blocks-what-was-denied': 0,
        'asks-what-ran': 0,
        'opens-what-was-blocked': 1,
        'runs-what-was-unanswered': 1,
      },
    })
    expect(result.rows.map(({ id, difference }) => [id, difference])).toEqual([
      ['1', 'saves-a-question'],
      ['2', 'runs-what-was-denied'],
      ['3', 'blocks-what-was-allowed'],
      ['5', 'blocks-what-was-allowed'],
      ['6', 'opens-what-was-blocked'],
      ['7', 'runs-what-was-unanswered'],
    ])
    expect(result.uses).toEqual([
      { layer: 'user', list: 'allow', text: 'files.write(/src/**)', calls: 3 },
      { layer: 'user', list: 'deny', text: 'files.write(/docs/**)', calls: 1 },
      { layer: 'user', list: 'deny', text: 'files.read(/secrets/**)', calls: 1 },
    ])
  })

  test.each<[Verdict, RecordedCall['answer'], PolicySource, Difference | undefined]>([
    ['ask', 'denied', source([], ['files.write']), 'blocks-what-was-denied'],
    ['ask', 'allowed', source([]), undefined],
    ['run', undefined, source([]), 'asks-what-ran'],
    ['run', undefined, source([], ['files.write']), 'blocks-what-was-allowed'],
    ['block', undefined, source([], ['files.write']), undefined],
    ['block', undefined, source([]), 'opens-what-was-blocked'],
  ])('decided %s, answered %s', (decided, answer, policy, difference) => {
    const result = backtest(policy, [recorded('x', 'files.write(src/a.ts)', decided, answer)])
    expect(result.rows.map((row) => row.difference)).toEqual(difference === undefined ? [] : [difference])
  })

  test('a rule on trial: what it would have answered', () => {
    const trial = withRule(source([]), { list: 'allow', text: 'files.write(/src/**)' })
    expect(backtest(trial, RECORD).differences['saves-a-question']).toBe(1)
    expect(backtest(source([]), RECORD).differences['saves-a-question']).toBe(0)
  })
})

describe('P14.3 diff', () => {
  const calls = RECORD.map(({ call }) => call)

  test('what changes from one policy to another', () => {
    const result = diff(source([]), source(['files.write(/src/**)'], ['files.read(/secrets/**)']), calls)
    expect(result.changes.map(({ index, direction, after }) => [index, direction, after.verdict])).toEqual([
      [0, 'looser', 'run'],
      [1, 'looser', 'run'],
      [4, 'stricter', 'block'],
      [6, 'looser', 'run'],
    ])
    expect(result.moves).toEqual({
      run: { run: 1, ask: 0, block: 1 },
      ask: { run: 3, ask: 2, block: 0 },
      block: { run: 0, ask: 0, block: 0 },
    })
  })

  test('a policy does not differ from itself, and a deny rule only tightens', () => {
    const rule = fc.constantFrom('files.write', 'files.read(/src/**)', 'web.fetch', '*', 'files.*(**)')
    fc.assert(
      fc.property(
        fc.array(rule),
        fc.array(rule),
        rule,
        fc.constantFrom('plan', 'default', 'auto'),
        (allow, deny, more, mode) => {
          const policy = source(allow, deny, mode)
          expect(diff(policy, policy, calls).changes).toEqual([])
          const stricter = diff(policy, withRule(policy, { list: 'deny', text: more }), calls)
          expect(stricter.changes.filter(({ direction }) => direction === 'looser')).toEqual([])
        },
      ),
      { numRuns: 200 },
    )
  })
})
