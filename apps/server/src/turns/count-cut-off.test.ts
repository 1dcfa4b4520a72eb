import type { ChatProvider, ModelRequest } from '@countersign/agent'
import { expect, test } from 'vitest'
import { countingCutOff } from './count-cut-off.ts'
import type { CutUsage } from './ports.ts'

const request: ModelRequest = {
  model: 'any',
  messages: [{ role: 'user', text: 'go' }],
  tools: [],
}

const model = (isFree?: boolean): ChatProvider => ({
  name: 'any',
  ...(isFree === undefined ? {} : { isFree }),
  async *stream() {
    yield { type: 'text', text: 'The first half' }
    await Promise.resolve()
  },
})

test.each([
  [true, 0],
  [false, null],
  [undefined, null],
])('an answer that was cut off, of a model with `isFree` %s, costs %s', async (isFree, costUsd) => {
  const counted: CutUsage[] = []
  const provider = countingCutOff(model(isFree), (used) => counted.push(used))
  for await (const part of provider.stream(request, new AbortController().signal))
    expect(part.type).toBe('text')
  expect(counted).toMatchObject([{ outputTokens: 4, costUsd }])
})
