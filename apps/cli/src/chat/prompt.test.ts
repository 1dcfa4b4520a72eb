import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY } from './editor.ts'
import {
  HOLD_MS,
  nextChange,
  passTime,
  pressKey,
  QUIET_MS,
  questionCame,
  type Prompt,
  type PromptKey,
  type Step,
} from './prompt.ts'
import { lockedQuestion, partsQuestion, shellQuestion } from '../testing/questions.ts'
import type { Question } from './question.ts'

const text = (letters: string): PromptKey => ({ kind: 'text', text: letters })
const enter: PromptKey = { kind: 'enter' }

/** Plays keys at their times; time that passes in between does what it does. */
function play(
  start: Prompt,
  keys: readonly (readonly [after: number, key: PromptKey])[],
  options: { readonly question?: Question; readonly readToEnd?: boolean } = {},
): { readonly prompt: Prompt; readonly steps: readonly Step[] } {
  const { question = shellQuestion, readToEnd = true } = options
  const steps: Step[] = []
  let prompt = start
  let now = 0
  const pass = (until: number) => {
    for (
      let wait = nextChange(prompt, now);
      wait !== null && now + wait <= until;
      wait = nextChange(prompt, now)
    ) {
      now += wait
      const step = passTime(prompt, question, now)
      steps.push(step)
      prompt = step.prompt
    }
    now = until
  }
  for (const [after, key] of keys) {
    pass(now + after)
    // Keys of a question that is aside are the message's.
    if (prompt.at === 'aside') continue
    const step = pressKey(prompt, key, { question, readToEnd, now })
    steps.push(step)
    prompt = step.prompt
  }
  pass(now + QUIET_MS + HOLD_MS)
  return { prompt, steps }
}

const answers = (steps: readonly Step[]) =>
  steps.flatMap(({ answer }) => (answer === undefined ? [] : [answer]))

describe('what answers', () => {
  const fresh = questionCame('', 0)
  test.each([
    ['a after quiet', [[QUIET_MS, text('a')]], [{ decision: 'allow_once' }]],
    ['d after quiet', [[QUIET_MS, text('d')]], [{ decision: 'deny' }]],
    ['a too soon', [[QUIET_MS - 1, text('a')]], []],
    [
      'a that goes on as a word',
      [
        [QUIET_MS, text('a')],
        [HOLD_MS - 1, text('d')],
      ],
      [],
    ],
    ['several letters in one report', [[QUIET_MS, text('aa')]], []],
    ['Enter', [[QUIET_MS, enter]], []],
    [
      'a taken back',
      [
        [QUIET_MS, text('a')],
        [1, { kind: 'escape' }],
      ],
      [],
    ],
    [
      'a note',
      [
        [QUIET_MS, text('n')],
        [HOLD_MS, text('no')],
        [HOLD_MS, enter],
      ],
      [{ decision: 'deny', feedback: 'no' }],
    ],
    [
      'the offered rule',
      [
        [QUIET_MS, text('w')],
        [2 * HOLD_MS, enter],
      ],
      [{ decision: 'allow_always', rule: 'terminal.exec(npm test)' }],
    ],
    [
      'a rule with Enter at once',
      [
        [QUIET_MS, text('w')],
        [HOLD_MS, enter],
      ],
      [],
    ],
  ] as [string, [number, PromptKey][], unknown[]][])('%s', (_what, keys, expected) => {
    expect(answers(play(fresh, keys).steps)).toEqual(expected)
  })

  test('a question that comes while something is written stays aside', () => {
    expect(questionCame('half a sen', 0)).toEqual({ at: 'aside' })
  })

  test('yes counts only once the end was seen, no counts always', () => {
    expect(answers(play(fresh, [[QUIET_MS, text('a')]], { readToEnd: false }).steps)).toEqual([])
    expect(answers(play(fresh, [[QUIET_MS, text('d')]], { readToEnd: false }).steps)).toEqual([
      { decision: 'deny' },
    ])
  })
})

test.each([
  ['the name', 'build', [{ decision: 'allow_once' }]],
  ['another word', 'yes', []],
  ['nothing', '', []],
])('what cannot be undone takes a typed word: %s', (_what, word, expected) => {
  const prompt: Prompt = { at: 'word', line: EMPTY, since: 0 }
  const typed = word === '' ? [] : [[HOLD_MS, text(word)] as const]
  const { steps } = play(prompt, [...typed, [HOLD_MS, enter]], { question: lockedQuestion })
  expect(answers(steps)).toEqual(expected)
})

test('a letter alone never allows what cannot be undone', () => {
  const { prompt, steps } = play(questionCame('', 0), [[QUIET_MS, text('a')]], { question: lockedQuestion })
  expect(answers(steps)).toEqual([])
  expect(prompt.at).toBe('word')
})

test('whoever types without a break never answers, and loses no letter that was taken for one', () => {
  const typing = fc.array(
    fc.tuple(fc.integer({ min: 0, max: HOLD_MS - 1 }), fc.constantFrom(...'acwdnk bez').map(text)),
    { minLength: 1, maxLength: 40 },
  )
  fc.assert(
    fc.property(typing, fc.integer({ min: 0, max: 3 * QUIET_MS }), (keys, lag) => {
      const [first, ...rest] = keys
      if (first === undefined) return
      // At least two letters: one alone, after a moment of quiet, is an answer.
      const all = [[lag, first[1]] as const, ...rest, [1, text('x')] as const]
      expect(answers(play(questionCame('', 0), all).steps)).toEqual([])
    }),
  )
})

describe('some parts of a change', () => {
  const armed: Prompt = { at: 'armed' }
  const [one, , three] = (partsQuestion.call.parts ?? []).map(({ id }) => id)

  test('p, numbers, words and Enter allow them once', () => {
    const keys = [
      [0, text('p')],
      [HOLD_MS + 1, text('1,3 not the second')],
      [HOLD_MS + 1, enter],
    ] as const
    expect(answers(play(armed, keys, { question: partsQuestion }).steps)).toEqual([
      { decision: 'allow_once', parts: [one, three], feedback: 'not the second' },
    ])
  })

  test('a number that no part has answers nothing', () => {
    const keys = [
      [0, text('p')],
      [HOLD_MS + 1, text('7')],
      [HOLD_MS + 1, enter],
    ] as const
    const { prompt, steps } = play(armed, keys, { question: partsQuestion })
    expect(answers(steps)).toEqual([])
    expect(prompt.at).toBe('parts')
    expect(steps.at(-1)?.hint).toContain('there is no part `7`')
  })

  test('without parts, p begins a message; unread, it allows nothing', () => {
    expect(play(armed, [[0, text('p')]]).steps).toMatchObject([{ toMessage: 'p' }])
    const unread = play(armed, [[0, text('p')]], { question: partsQuestion, readToEnd: false })
    expect(unread.prompt.at).toBe('armed')
    expect(unread.steps[0]?.hint).toContain('Read to the end')
  })
})
