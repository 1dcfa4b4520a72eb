import { defineTool } from '@countersign/agent'
import { UserId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Actor } from './actor.ts'
import type { Feature } from './feature.ts'
import type { Host } from './host.ts'
import { featureSet } from './started.ts'

const HOST = {} as Host // these features use nothing of it
const ACTOR: Actor = { user: UserId.parse('usr_1'), role: 'owner', via: 'job' }

const tool = defineTool({
  name: 'clocks.read',
  title: () => 'Read the clock',
  description: 'Reads the clock.',
  category: 'read',
  destructive: false,
  editSafe: false,
  capability: 'clocks',
  specifier: { kind: 'text', template: 'clock' },
  repeat: 'safe',
  parallelSafe: true,
  input: z.object({}),
  inspect: () =>
    Promise.resolve({
      specifier: { kind: 'text', text: 'clock' },
      body: { kind: 'arguments', entries: [] },
      targets: [],
    }),
  run: () => Promise.resolve({ ok: true, text: 'noon' }),
})

test('a tool whose capability no feature declares does not start', async () => {
  let closed = 0
  const clocks: Feature = {
    name: 'clocks',
    start: () => ({
      tools: () => [tool],
      close: async () => {
        closed += 1
      },
    }),
  }
  await expect(featureSet().start([clocks], HOST, ACTOR)).rejects.toThrow(
    '`clocks.read` of clocks needs `clocks`, which no feature declares',
  )
  expect(closed).toBe(1)
  const declared = {
    ...clocks,
    capabilities: [{ id: 'clocks', contexts: ['thread' as const], about: 'clocks' }],
  }
  await featureSet().start([declared], HOST, ACTOR)
})

test('the belt is the same until a tool comes or goes, and then has it', async () => {
  const more = { ...tool, name: 'clocks.set' }
  let now = [tool]
  const clocks: Feature = {
    name: 'clocks',
    capabilities: [{ id: 'clocks', contexts: ['thread'], about: 'clocks' }],
    // A new array each time, as features make them.
    start: () => ({ tools: () => [...now] }),
  }
  const features = featureSet()
  await features.start([clocks], HOST, ACTOR)
  const before = features.belt.all()
  expect(features.belt.all()).toBe(before)
  now = [tool, more]
  expect(features.belt.all().map(({ name }) => name)).toEqual(['clocks.read', 'clocks.set'])
  now = [more]
  expect(features.belt.get('clocks.read')).toBeUndefined()
})
