/** @module-tag slow */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerMessage } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { wireServer } from '../providers/testing/wire-server.ts'
import { testServer } from '../testing/running-server.ts'
import { BUDGETS, calls, says } from './testing/budget-cases.ts'

// Budgets over the wire, each exceeded by a model on a local server that uses Anthropic's format.

const ENDED = ['done', 'failed', 'cancelled']
const isEvent = (message: ServerMessage, type: string) =>
  message.type === 'event' && message.event.type === type
test.each([...BUDGETS])(
  'chat-budget: $reason in $mode',
  async ({ reason, plays, env, mode = 'default', exceeded, title }) => {
    const wire = await wireServer(plays)
    const server = await testServer({
      ANTHROPIC_BASE_URL: wire.address,
      ANTHROPIC_API_KEY: 'k',
      COUNTERSIGN_APPROVAL_TIMEOUT: 'never',
      ...env,
    })
    await writeFile(join(server.workspace, 'long.txt'), 'all work and no play\n'.repeat(5000))
    const client = await server.connect()
    try {
      const created = await client.command({
        type: 'thread_create',
        model: 'anthropic/claude-sonnet-5',
        permission_mode: mode,
      })
      if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
      const { thread_id } = created
      await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
      await client.command({ type: 'turn_start', thread_id, text: 'go' })
      const { approval } = await client.event('tool_approval_request')
      const { tool_call_id, hash, asked_at, expires_at } = approval
      // Told at once, with the card, and the card does not wait for ever though others do.
      expect(await client.event('budget_exceeded')).toMatchObject({ reason, ...exceeded })
      expect(expires_at).toBe(asked_at + 24 * 3_600_000)
      const { call } = await client.event('tool_call_update', ({ call: { id } }) => id === tool_call_id)
      expect(call.title).toBe(title)
      expect(call.decision?.reason.sentence).toContain('this turn reached a limit')
      await client.command({ type: 'tool_approval_response', tool_call_id, hash, decision: 'deny' })
      const { turn } = await client.event('turn_updated', ({ turn: { state } }) => ENDED.includes(state))
      expect(turn).toMatchObject({ state: 'done', budget: { reason, ...exceeded } })
      expect(client.messages.filter((message) => isEvent(message, 'budget_exceeded'))).toHaveLength(1)
      // What was said and done is kept, with its tree.
      await client.event('message_added', ({ message }) => message.text.includes('So far.'))
      const told = JSON.stringify(client.messages)
      expect(told).toContain('"execution_tree"')
    } finally {
      client.close()
      await server.close()
      await wire.close()
    }
  },
  60_000,
)

test('a turn that a person lets go on comes to its end, and what was set in the settings counts', async () => {
  const wire = await wireServer([
    ...Array.from({ length: 5 }, () => calls('memory_list', 1, {})),
    says('All done.'),
  ])
  const server = await testServer({ ANTHROPIC_BASE_URL: wire.address, ANTHROPIC_API_KEY: 'k' })
  const client = await server.connect()
  const patch = (limits: object) =>
    server.request('/api/settings/limits', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(limits),
    })
  try {
    expect((await patch({ steps: 0.5 })).status).toBe(400)
    expect((await patch({ nonsense: 2 })).status).toBe(400)
    const set = await patch({ steps: 3 })
    expect(await set.json()).toMatchObject({
      limits: expect.arrayContaining([
        { name: 'steps', unit: 'count', value: 3, standard: 20, variable: 'COUNTERSIGN_MAX_STEPS' },
      ]) as unknown,
    })
    const created = await client.command({ type: 'thread_create', model: 'anthropic/claude-sonnet-5' })
    if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
    const { thread_id } = created
    await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    await client.command({ type: 'turn_start', thread_id, text: 'go' })
    const { approval } = await client.event('tool_approval_request')
    const { tool_call_id, hash } = approval
    const decision = 'allow_once'
    await client.command({ type: 'tool_approval_response', tool_call_id, hash, decision })
    const { turn } = await client.event('turn_updated', ({ turn: { state } }) => ENDED.includes(state))
    expect(turn).toMatchObject({ state: 'done', error: null })
    expect(turn.budget).toBeUndefined()
    await client.event('message_added', ({ message }) => message.text === 'All done.')
    expect(client.messages.filter((message) => isEvent(message, 'budget_exceeded'))).toHaveLength(1)
    expect(await (await server.request('/api/audit')).text()).toContain('limits_set')
  } finally {
    client.close()
    await server.close()
    await wire.close()
  }
}, 60_000)
