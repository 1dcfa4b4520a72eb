/** @module-tag slow */
import { expect, test } from 'vitest'
import { WIRE_FORMATS } from '../providers/testing/wire-formats.ts'
import { wireServer, type Play } from '../providers/testing/wire-server.ts'
import { testServer } from '../testing/running-server.ts'

// Answers that came to their end and are not all there, and providers that give none: what a person is told.

const anthropic = WIRE_FORMATS.find(({ name }) => name === 'Anthropic')!
const ENDED = ['done', 'failed', 'cancelled']

const ends = (reason: string, text: readonly string[]): Play => ({
  kind: 'stream',
  events: anthropic
    .answer({ text, calls: [] })
    .map((event) => event.toString().replace('"stop_reason":"end_turn"', `"stop_reason":"${reason}"`)),
})
const refuses = (status: number, says: string, headers: Readonly<Record<string, string>> = {}): Play => ({
  kind: 'refuse',
  status,
  says,
  headers,
})

test.each<readonly [string, Play, string, string]>([
  [
    'an answer that reached its longest',
    ends('max_tokens', ['Half of']),
    'done',
    'cut off: it reached the model’s maximum length',
  ],
  ['an answer that its provider stopped', ends('refusal', ['I may']), 'done', 'cut off: the provider'],
  ['an empty answer', ends('end_turn', []), 'done', 'the model ended with an empty answer'],
  [
    'a wrong key',
    refuses(401, 'invalid x-api-key'),
    'failed',
    'Anthropic does not accept the key: invalid x-api-key (401)',
  ],
  [
    'a model that is not there',
    refuses(404, 'model: x'),
    'failed',
    'Anthropic does not have this model: model: x (404)',
  ],
  [
    'a wait of an hour',
    refuses(429, 'slow down', { 'retry-after': '3600' }),
    'failed',
    'Anthropic is limiting the rate of requests: slow down (429); it asks clients to wait 60 minutes',
  ],
  [
    'a conversation that is too long',
    refuses(400, 'prompt is too long: 200001 tokens > 200000 maximum'),
    'failed',
    'Anthropic says the conversation is too long for this model; start a new chat or choose another model: prompt is too long',
  ],
])(
  '%s is told',
  async (_name, play, state, words) => {
    const wire = await wireServer([play])
    const server = await testServer({ ANTHROPIC_BASE_URL: wire.address, ANTHROPIC_API_KEY: 'k' })
    const client = await server.connect()
    try {
      const created = await client.command({ type: 'thread_create', model: 'anthropic/claude-sonnet-5' })
      if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
      await client.command({ type: 'subscribe', thread_id: created.thread_id, after_seq: 0 })
      await client.command({ type: 'turn_start', thread_id: created.thread_id, text: 'go' })
      const { turn } = await client.event('turn_updated', ({ turn: one }) => ENDED.includes(one.state))
      expect(turn.state).toBe(state)
      expect(turn.error).toContain(words)
      expect(wire.bodies).toHaveLength(1)
    } finally {
      client.close()
      await server.close()
      await wire.close()
    }
  },
  30_000,
)
