import type { SerializedTool, ServerMessage } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { gateRig } from '../../../testing/gate-rig.ts'
import { clientTools, type ClientTools } from './client-tools.ts'

const PLACE = { workspace: '/w', cwd: '/w', home: '/home/ana' }

/** The tools of the stub, as its page offers them (`apps/web/src/testing/stub`). */
const STUB: readonly SerializedTool[] = [
  {
    name: 'stub.getValue',
    description: 'Reads the value that the stub holds in the page.',
    effect: 'none',
    kind: 'agentTool',
  },
  {
    name: 'stub.setValue',
    description: 'Gives the stub in the page another value.',
    params: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] },
    effect: 'external',
    specifier_template: '{value}',
    kind: 'agentTool',
  },
  {
    name: 'stub.reset',
    description: 'Gives the stub in the page its first value again.',
    params: { type: 'object', properties: { why: { type: 'string' } }, required: ['why'] },
    effect: 'write',
    specifier_template: '{why}',
    kind: 'command',
  },
]

/** A page with the stub, and the value that it holds. */
function stubPage(clients: ClientTools) {
  const state = { value: 'nothing' }
  const run = (name: string, args: Readonly<Record<string, unknown>>): string => {
    if (name === 'stub.setValue') state.value = String(args['value'])
    if (name === 'stub.reset') state.value = 'nothing'
    return state.value
  }
  const place = clients.join({
    follows: () => true,
    send(message: ServerMessage) {
      if (message.type !== 'tool_run') return
      const text = run(message.name, message.args)
      queueMicrotask(() => place.finish(message.tool_call_id, { ok: true, text }))
    },
  })
  return { state, place }
}

const RUN = { asked: 0, state: 'succeeded' }
const ASK = { asked: 1, state: 'succeeded' }
const BLOCK = { asked: 0, state: 'blocked' }

describe('every mode and every answer', () => {
  test.each([
    ['plan', RUN, BLOCK, BLOCK],
    ['strict', ASK, ASK, ASK],
    ['default', RUN, ASK, ASK],
    ['acceptEdits', RUN, ASK, ASK],
    ['auto', RUN, RUN, RUN],
  ])('%s', async (mode, gets, sets, resets) => {
    for (const allow of [true, false]) {
      for (const [name, args, expected] of [
        ['stub.getValue', {}, gets],
        ['stub.setValue', { value: 'seven' }, sets],
        ['stub.reset', { why: 'over' }, resets],
      ] as const) {
        const clients = clientTools()
        const { place, state } = stubPage(clients)
        await place.offer(STUB)
        const rig = gateRig(PLACE)
        rig.mode = mode
        let asked = 0
        rig.answer = () => {
          asked += 1
          return { allow }
        }
        const result = await rig.call(clients.tools(), name, args)
        const ends = expected.asked === 1 && !allow ? 'denied' : expected.state
        expect({ name, asked, state: result.state }).toEqual({ name, asked: expected.asked, state: ends })
        // What was not let through did not happen.
        expect(state.value).toBe(ends === 'succeeded' && name === 'stub.setValue' ? 'seven' : 'nothing')
      }
    }
  })

  test('rules are matched against the value', async () => {
    const clients = clientTools()
    const { place } = stubPage(clients)
    await place.offer(STUB)
    const rig = gateRig(PLACE)
    rig.layers = [
      { layer: 'user', lists: { allow: ['stub.setValue(seven)'], deny: ['stub.setValue(eight)'] } },
    ]
    expect(await rig.call(clients.tools(), 'stub.setValue', { value: 'seven' })).toMatchObject({
      state: 'succeeded',
    })
    rig.mode = 'auto'
    expect(await rig.call(clients.tools(), 'stub.setValue', { value: 'eight' })).toMatchObject({
      state: 'blocked',
    })
  })
})

test('a manifest that changes while a card waits: the same tool runs, another does not', async () => {
  const clients = clientTools()
  const { place, state } = stubPage(clients)
  await place.offer(STUB)
  const rig = gateRig(PLACE)
  rig.answer = async () => {
    // Another tool came, this one stayed as it was.
    await place.offer([...STUB, { ...STUB[0]!, name: 'stub.other' }]) // the list has a first
    return { allow: true }
  }
  const set = (value: string) => rig.call(clients.tools(), 'stub.setValue', { value })
  expect(await set('seven')).toMatchObject({ state: 'succeeded' })
  rig.answer = async () => {
    await place.offer(STUB.map((tool) => ({ ...tool, description: `${tool.description} Or not.` })))
    return { allow: true }
  }
  expect(await set('eight')).toMatchObject({ state: 'failed', code: 'stale' })
  expect(state.value).toBe('seven')
})

test('a page that leaves while a card waits and comes back runs the call; one that stays away does not', async () => {
  const clients = clientTools()
  const first = stubPage(clients)
  await first.place.offer(STUB)
  const rig = gateRig(PLACE)
  let back: ReturnType<typeof stubPage> | undefined
  rig.answer = async () => {
    first.place.leave()
    back = stubPage(clients)
    await back.place.offer(STUB)
    return { allow: true }
  }
  const set = (value: string) => rig.call(clients.tools(), 'stub.setValue', { value })
  expect(await set('seven')).toMatchObject({ state: 'succeeded' })
  expect([first.state.value, back?.state.value]).toEqual(['nothing', 'seven'])
  rig.answer = () => {
    back?.place.leave()
    return { allow: true }
  }
  expect(await set('eight')).toMatchObject({ state: 'failed' })
  expect(back?.state.value).toBe('seven')
})
