import { expect, test } from 'vitest'
import { aSnapshot, aTurn } from '../../testing/views.ts'
import { TurnId } from '../../ids.ts'
import { fromSnapshot } from './reduce-thread.ts'
import { contextOf, costOf } from './spent.ts'

const ended = (name: string, input_tokens: number, output_tokens: number, cost_usd: number | null) => ({
  ...aTurn('done'),
  id: TurnId.parse(`trn_${name}`),
  usage: { input_tokens, output_tokens, cost_usd },
})
const of = (...turns: readonly ReturnType<typeof ended>[]) =>
  costOf(fromSnapshot(aSnapshot({ turn: null, ended: [...turns] })))

test('the cost of a chat is that of all its turns; a price that is not known makes it partial', () => {
  expect(of()).toEqual({ input: 0, output: 0, usd: 0, partly: false })
  expect(of(ended('a', 1000, 50, 0.25), ended('b', 500, 5, 0.5))).toEqual({
    input: 1500,
    output: 55,
    usd: 0.75,
    partly: false,
  })
  expect(of(ended('a', 1000, 50, 0.25), ended('b', 500, 5, null))).toMatchObject({ usd: 0.25, partly: true })
})

test('a turn that used nothing has no unknown price', () => {
  expect(of(ended('a', 0, 0, null))).toMatchObject({ partly: false })
})

test('the context is as full as the last turn that told it', () => {
  const told = (name: string, context_tokens?: number) => ({
    ...ended(name, 10, 5, 0),
    usage: {
      input_tokens: 10,
      output_tokens: 5,
      cost_usd: 0,
      ...(context_tokens === undefined ? {} : { context_tokens }),
    },
  })
  const at = (...turns: readonly ReturnType<typeof told>[]) =>
    contextOf(fromSnapshot(aSnapshot({ turn: null, ended: [...turns] })))
  expect(at()).toBeNull()
  expect(at(told('a', 700), told('b', 900), told('c'))).toBe(900)
})
