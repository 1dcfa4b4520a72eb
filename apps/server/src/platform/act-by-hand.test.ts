import { defineTool, MemoryStore } from '@countersign/agent'
import { compilePolicy } from '@countersign/policy'
import { CallId, HandId, ThreadId, UserId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { actByHand } from './act-by-hand.ts'

test.each([
  ['acts while its process holds the hand', true, { state: 'succeeded' }, 1],
  ['does nothing once its process was away too long', false, { state: 'failed', code: 'lease_lost' }, 0],
] as const)('a person %s', async (_what, holds, result, runs) => {
  let ran = 0
  const tool = defineTool({
    name: 'note',
    description: '',
    input: z.object({}),
    category: 'write',
    destructive: false,
    editSafe: true,
    capability: 'workspace_write',
    specifier: { kind: 'text', template: '' },
    repeat: 'never',
    parallelSafe: true,
    title: () => 'Note',
    inspect: () => ({
      specifier: { kind: 'text', text: 'x' },
      body: { kind: 'arguments', entries: [] },
      targets: [],
    }),
    run: async () => {
      ran += 1
      return { ok: true, text: 'noted' }
    },
  })
  const clock = { now: () => 1 }
  const calls = new MemoryStore(clock)
  const policy = compilePolicy({ mode: 'auto', builtins: false, layers: [] })
  const one = async () => policy
  const closed: unknown[] = []
  const hands = {
    open: async () => ({ threadId: ThreadId.parse('thr_1'), lease: calls.hand(HandId.parse('hnd_1')) }),
    holds: async () => holds,
    close: async (lease: unknown) => void closed.push(lease),
  }
  const host = {
    gate: { calls, answers: calls, clock, policy: { snapshot: one, byHand: one } },
    ids: { call: () => CallId.parse('call_1') },
    store: { hands },
    home: '/home/ana',
    own: [],
  }
  const actor = { user: UserId.parse('usr_ana'), via: 'page' } as const
  expect(await actByHand(host, actor, { workspace: '/w', tool, args: {} })).toMatchObject(result)
  expect(ran).toBe(runs)
  expect(closed).toHaveLength(1)
})
