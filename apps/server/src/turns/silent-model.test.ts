/** @module-tag slow */
import { expect, test } from 'vitest'
import { WIRE_FORMATS } from '../providers/testing/wire-formats.ts'
import { wireServer, type Play } from '../providers/testing/wire-server.ts'
import { testServer, type TestClient, type TestServer } from '../testing/running-server.ts'

// A model that says nothing, over the wire: what a client learns while it waits, and how the turn ends.

const anthropic = WIRE_FORMATS.find(({ name }) => name === 'Anthropic')!
const HALF = anthropic.answer({ text: ['half of it'], calls: [] }).slice(0, -anthropic.ending)
const ENDED = ['done', 'failed', 'cancelled']

async function ask(
  play: Play,
  env: Readonly<Record<string, string>>,
  look: (at: { server: TestServer; client: TestClient; thread: string }) => Promise<void>,
): Promise<void> {
  const wire = await wireServer([play])
  const server = await testServer({ ANTHROPIC_BASE_URL: wire.address, ANTHROPIC_API_KEY: 'k', ...env })
  const client = await server.connect()
  try {
    const created = await client.command({ type: 'thread_create', model: 'anthropic/claude-sonnet-5' })
    if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
    const thread = created.thread_id
    await client.command({ type: 'subscribe', thread_id: thread, after_seq: 0 })
    await client.command({ type: 'turn_start', thread_id: thread, text: 'go' })
    await look({ server, client, thread })
  } finally {
    client.close()
    await server.close()
    await wire.close()
  }
}

test('a model that falls silent fails the turn in words, and a client knows for how long it was silent', async () => {
  const env = { COUNTERSIGN_LOCAL_MODEL_SILENCE: '3' }
  await ask({ kind: 'hang', events: HALF }, env, async ({ server, client, thread }) => {
    await client.event('chunk')
    const quiet = async () => {
      const snapshot: unknown = await (await server.request(`/api/threads/${thread}`)).json()
      return snapshot
    }
    await expect
      .poll(quiet, { timeout: 3_000 })
      .toMatchObject({ quiet_ms: expect.closeTo(1500, -3) as number })
    const { turn } = await client.event('turn_updated', ({ turn: { state } }) => ENDED.includes(state))
    expect(turn.state).toBe('failed')
    expect(turn.error).toContain('it sent nothing for 3 seconds in the middle of its answer')
  })
}, 60_000)

test('the time of a silent model counts as work: a card asks before it ends', async () => {
  const env = { COUNTERSIGN_MAX_WORK: '1' }
  await ask({ kind: 'mute' }, env, async ({ client }) => {
    expect(await client.event('budget_exceeded')).toMatchObject({ reason: 'wall_clock', limit: 1000 })
    const { approval } = await client.event('tool_approval_request')
    const { tool_call_id, hash } = approval
    await client.command({ type: 'tool_approval_response', tool_call_id, hash, decision: 'deny' })
    const { turn } = await client.event('turn_updated', ({ turn: { state } }) => ENDED.includes(state))
    expect(turn).toMatchObject({ state: 'done', budget: { reason: 'wall_clock' } })
  })
}, 60_000)
