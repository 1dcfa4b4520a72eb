import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WIRE_FORMATS } from '../providers/testing/wire-formats.ts'
import { wireServer, type Play } from '../providers/testing/wire-server.ts'
import { testServer } from '../testing/running-server.ts'

// Budgets over the wire, each passed by a model that speaks Anthropic's format on a local server. That of model calls is passed elsewhere:
// it needs the demo's tree.

const anthropic = WIRE_FORMATS.find(({ name }) => name === 'Anthropic')!

const says = (text: string): Play => ({
  kind: 'stream',
  events: anthropic.answer({ text: [text], calls: [] }),
})

/** One step that calls a tool so often. */
const calls = (tool: string, times: number, input: object): Play => ({
  kind: 'stream',
  events: anthropic
    .answer({
      text: ['So far.'],
      calls: Array.from({ length: times }, (_, index) => ({
        id: `t${index}`,
        pieces: [JSON.stringify(input)],
      })),
    })
    .map((event) => event.toString().replace('files_list', tool)),
})

/** Longer than a turn may work below, by so much that no clock reads it otherwise. */
const slow = (play: Play): Play => (play.kind === 'stream' ? { ...play, after: 1_200 } : play)

const ENDED = ['done', 'failed', 'cancelled']
const SUBTASK = { title: 'Part', instructions: 'Say ok.' }

test.each<{
  readonly reason: string
  readonly plays: readonly Play[]
  readonly env?: Readonly<Record<string, string>>
  readonly mode?: string
  readonly exceeded: object
  /** Nobody is asked where more of it would not help. */
  readonly asks: boolean
}>([
  {
    reason: 'subtasks',
    plays: [calls('run_subtask', 33, SUBTASK), says('ok')],
    exceeded: { limit: 32, observed: 33 },
    asks: true,
  },
  {
    reason: 'tool_calls',
    plays: [calls('memory_list', 201, {}), says('ok')],
    exceeded: { limit: 200, observed: 201 },
    asks: true,
  },
  {
    reason: 'writes',
    plays: [calls('memory_write', 3, { key: 'plan', value: 'first the tests' }), says('ok')],
    env: { COUNTERSIGN_MAX_WRITES: '2' },
    mode: 'auto',
    exceeded: { limit: 2, observed: 3 },
    asks: true,
  },
  {
    reason: 'wall_clock',
    plays: [slow(calls('memory_list', 1, {})), says('ok')],
    env: { COUNTERSIGN_MAX_WORK: '1' },
    exceeded: { limit: 1_000 },
    asks: true,
  },
  {
    reason: 'cost',
    plays: [calls('memory_list', 1, {}), says('ok')],
    env: { COUNTERSIGN_MAX_COST: '0.00001' },
    exceeded: { limit: 0.00001 },
    asks: true,
  },
  {
    // Fourteen results of the longest kind, and a summary that is no shorter.
    reason: 'tokens',
    plays: [calls('files_read', 14, { path: 'long.txt' }), says('much '.repeat(150_000))],
    exceeded: { limit: 128_000 },
    asks: false,
  },
])(
  'chat-budget: $reason',
  async ({ reason, plays, env, mode = 'default', exceeded, asks }) => {
    const wire = await wireServer(plays)
    const server = await testServer({ ANTHROPIC_BASE_URL: wire.address, ANTHROPIC_API_KEY: 'k', ...env })
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
      if (asks) {
        const { approval } = await client.event('tool_approval_request')
        const { tool_call_id, hash } = approval
        await client.command({ type: 'tool_approval_response', tool_call_id, hash, decision: 'deny' })
      }
      expect(await client.event('budget_exceeded')).toMatchObject({ reason, ...exceeded })
      const { turn } = await client.event('turn_updated', ({ turn: { state } }) => ENDED.includes(state))
      expect(turn.state).toBe('done')
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
