import type { ChatProvider, ModelPart } from '@countersign/agent'
import { expect, test } from 'vitest'
import { retrying } from './retrying.ts'

const REQUEST = { model: 'm', messages: [], tools: [] }
const TEXT: ModelPart = { type: 'text', text: 'a' }
const CALL: ModelPart = { type: 'call', call: { providerId: 'p', name: 't', input: '{}' } }
const FINISH: ModelPart = { type: 'finish', usage: { inputTokens: 1, outputTokens: 1 } }
const RESTART: ModelPart = { type: 'restart' }
const busy = (retryAfter?: number): ModelPart => ({
  type: 'failed',
  message: 'busy',
  retryable: true,
  ...(retryAfter === undefined ? {} : { retryAfter }),
})
const WRONG: ModelPart = { type: 'failed', message: 'wrong key', retryable: false }

/** A model whose tries are written down beforehand. */
function scripted(tries: readonly (readonly ModelPart[])[]): ChatProvider & { asked(): number } {
  let asked = 0
  return {
    name: 'S',
    capabilities: { tools: true, parallelCalls: false, images: null, reasoning: null, contextWindow: 8 },
    asked: () => asked,
    async *stream() {
      yield* tries[asked++] ?? []
    },
  }
}

async function play(tries: readonly (readonly ModelPart[])[], signal = new AbortController().signal) {
  const provider = scripted(tries)
  const waits: number[] = []
  const sleep = (milliseconds: number) => {
    waits.push(milliseconds)
    return Promise.resolve()
  }
  const parts: ModelPart[] = []
  const patient = retrying(provider, { tries: 3, first: 1000, longest: 60_000, sleep })
  for await (const part of patient.stream(REQUEST, signal)) parts.push(part)
  return { parts, waits, asked: provider.asked() }
}

test.each<[string, ModelPart[][], ModelPart[], number[]]>([
  ['a good answer is asked for once', [[TEXT, CALL, FINISH]], [TEXT, CALL, FINISH], []],
  ['a refusal before anything is shown needs no restart', [[busy()], [TEXT, FINISH]], [TEXT, FINISH], [1000]],
  ['the provider says when', [[busy(7)], [FINISH]], [FINISH], [7]],
  [
    'but not for ever',
    [[busy(3_600_000)], [FINISH]],
    [
      {
        type: 'failed',
        message: 'busy; it asks clients to wait 60 minutes',
        retryable: false,
        retryAfter: 3_600_000,
      },
    ],
    [],
  ],
  ['later and later', [[busy()], [busy()], [busy()], [FINISH]], [FINISH], [1000, 2000, 4000]],
  ['three more tries', [[busy()], [busy()], [busy()], [busy()], [FINISH]], [busy()], [1000, 2000, 4000]],
  ['a wrong key is not tried again', [[WRONG], [FINISH]], [WRONG], []],
  [
    'what was shown is withdrawn',
    [
      [TEXT, busy()],
      [TEXT, FINISH],
    ],
    [TEXT, RESTART, TEXT, FINISH],
    [1000],
  ],
  [
    'a call counts only with its finish',
    [
      [CALL, busy()],
      [CALL, FINISH],
    ],
    [CALL, FINISH],
    [1000],
  ],
  ['a call of a stream that just stops is none', [[TEXT, CALL], [FINISH]], [TEXT, RESTART, FINISH], [1000]],
  [
    'after a finish nothing is asked again',
    [
      [CALL, FINISH, busy()],
      [CALL, FINISH],
    ],
    [CALL, FINISH],
    [],
  ],
])('%s', async (_what, tries, parts, waits) => {
  const played = await play(tries)
  expect(played.parts).toEqual(parts)
  expect(played.waits).toEqual(waits)
  expect(played.asked).toBe(waits.length + 1)
})

test('a stop ends the waiting too', async () => {
  const abort = new AbortController()
  abort.abort()
  expect(await play([[busy()], [FINISH]], abort.signal)).toEqual({ parts: [], waits: [], asked: 1 })
})

test('what the model can do stays known', () => {
  const provider = scripted([])
  const plan = { tries: 0, first: 0, longest: 0, sleep: () => Promise.resolve() }
  expect(retrying(provider, plan)).toMatchObject({ name: 'S', capabilities: provider.capabilities })
})
