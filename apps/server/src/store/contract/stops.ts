import { expect, test } from 'vitest'
import { newCallId, newThread, newUser, openScene, propose, startTurn } from '../testing/scene.ts'
import { said, usage } from '../testing/said.ts'
import type { Pair } from './ground.ts'

/** What stops a turn: a person, or a message that is sent with `now`. */
export function stopContract(at: () => Pair): void {
  test('a message sent now stops the live turn and goes before those that wait; they keep their order behind it', async () => {
    const { a, b, idA, idB } = at()
    const user = newUser()
    const { id } = await newThread(a, user)
    const first = await startTurn(a, idA, user, id, 'one')
    await b.turns.start(user, id, { text: 'two' })
    await b.turns.start(user, id, { text: 'three' })
    expect(await b.turns.start(user, id, { text: 'now', now: true })).toMatchObject({ queued: false })
    expect(await a.turns.renew(first)).toBe(false)
    const jumped = await b.turns.claim(idB)
    expect(jumped?.messages.map(({ text }) => text)).toEqual(['one', 'now'])
    await b.turns.stop(user, id)
    const next = await a.turns.claim(idA)
    expect(next?.messages.map(({ text }) => text)).toEqual(['one', 'now', 'two'])
    await b.turns.stop(user, id)
    expect((await a.turns.claim(idA))?.messages.map(({ text }) => text)).toEqual([
      'one',
      'now',
      'two',
      'three',
    ])
    await b.turns.stop(user, id)
    const said = (await a.threads.snapshot(user, id))?.messages.filter(({ role }) => role === 'user')
    expect(said?.map(({ text }) => text)).toEqual(['one', 'now', 'two', 'three'])
  })

  test('a message that waits can be sent now: once, by its owner, and only while it waits', async () => {
    const { a, b, idA, idB } = at()
    const user = newUser()
    const { id } = await newThread(a, user)
    const first = await startTurn(a, idA, user, id, 'one')
    await b.turns.start(user, id, { text: 'two' })
    const third = await b.turns.start(user, id, { text: 'three', clientId: 'm3' })
    if (third.kind !== 'started') throw new Error(third.kind)
    const queued = (await a.threads.snapshot(user, id))?.queued
    expect(queued?.map(({ state }) => state)).toEqual(['queued', 'queued'])
    expect(await b.turns.sendNow(newUser(), id, third.turnId)).toBe(false)
    expect(await a.turns.renew(first)).toBe(true)
    expect(await b.turns.sendNow(user, id, third.turnId)).toBe(true)
    expect(await a.turns.renew(first)).toBe(false)
    const running = await b.turns.claim(idB)
    expect(running?.messages.map(({ text }) => text)).toEqual(['one', 'three'])
    // It already runs: nothing is stopped a second time.
    expect(await a.turns.sendNow(user, id, third.turnId)).toBe(true)
    expect(await a.turns.start(user, id, { text: 'three', clientId: 'm3', now: true })).toMatchObject({
      turnId: third.turnId,
    })
    expect(running && (await b.turns.renew(running.lease))).toBe(true)
    expect(await a.turns.sendNow(user, id, first.turnId)).toBe(false)
    await b.turns.stop(user, id)
    await b.turns.stop(user, id)
  })

  test('a message sent now in another mode than its sender saw is held, and stops nothing', async () => {
    const { a, b, idA } = at()
    const user = newUser()
    const { id } = await newThread(a, user, 'plan')
    const first = await startTurn(a, idA, user, id, 'one')
    expect(await b.turns.start(user, id, { text: 'two', seenMode: 'auto', now: true })).toEqual({
      kind: 'mode_changed',
      mode: 'plan',
    })
    expect(await a.turns.renew(first)).toBe(true)
    await b.turns.stop(user, id)
  })

  test('stop cancels what waits and what has not begun; what runs ends as it ends; what was said stays', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const next = { id: newCallId(), providerId: 'p', name: 'x', input: '{}' }
    await a.turns.append(scene.lease, said('I will.', [next]))
    const [waiting, approved, running] = [
      await propose(scene, 'ask'),
      await propose(scene, 'run'),
      await propose(scene, 'run'),
    ]
    await a.calls.begin(scene.lease, running.id, running.hash)
    expect(await b.turns.stop(scene.user, scene.thread.id)).toBe(scene.lease.turnId)
    expect(await b.turns.stop(scene.user, scene.thread.id)).toBeUndefined()
    const states = await Promise.all(
      [waiting, approved, running].map(async ({ id }) => (await b.calls.find(id))?.state),
    )
    expect(states).toEqual(['cancelled', 'cancelled', 'running'])
    expect(await a.turns.renew(scene.lease)).toBe(false)
    expect(await a.calls.begin(scene.lease, approved.id, approved.hash)).toBe(false)
    expect(
      await a.calls.end(scene.lease, running.id, { state: 'failed', text: 'aborted', code: 'aborted' }),
    ).toBe(true)
    const snapshot = await b.threads.snapshot(scene.user, scene.thread.id)
    expect(snapshot?.turn?.state).toBe('cancelled')
    expect(snapshot?.messages.at(-1)).toMatchObject({ role: 'assistant', text: 'I will.' })
    expect(snapshot?.approvals).toEqual([])
  })

  test.each(['stopped', 'failed'] as const)(
    'who watched a turn that %s has what who comes later has',
    async (how) => {
      const { a, b, idA } = at()
      const scene = await openScene(a, idA)
      const call = await propose(scene, 'run')
      await a.turns.append(
        scene.lease,
        said('I will.', [{ id: call.id, providerId: 'p', name: 'x', input: '{}' }]),
      )
      if (how === 'stopped') await b.turns.stop(scene.user, scene.thread.id)
      else await a.turns.finish(scene.lease, { kind: 'failed', message: 'no model', text: '', usage })
      const events = await b.outbox.read(scene.thread.id, 0, 1000)
      const told = new Map(
        events.flatMap(({ event }) =>
          event.type === 'message_added' ? [[event.message.id, event.message]] : [],
        ),
      )
      const snapshot = await b.threads.snapshot(scene.user, scene.thread.id)
      expect([...told.values()]).toEqual(snapshot?.messages)
      const tree = snapshot?.messages.at(-1)?.execution_tree?.nodes.map(({ id }) => id)
      expect(tree).toEqual([call.id])
    },
  )

  test.each([
    ['stopped', { kind: 'stopped', text: '', usage }],
    [
      'over budget',
      { kind: 'over_budget', text: '', usage, exceeded: { reason: 'llm_calls', limit: 1, observed: 2 } },
    ],
    ['failed', { kind: 'failed', message: 'no model', text: '', usage }],
    ['answered with nothing', { kind: 'answered', text: '', usage, flaw: 'empty' }],
  ] as const)(
    'a turn that ended (%s) and in which the agent said nothing keeps its tree',
    async (how, outcome) => {
      const { a, idA } = at()
      const scene = await openScene(a, idA)
      const call = await propose(scene, 'run')
      await a.turns.append(scene.lease, said('', [{ id: call.id, providerId: 'p', name: 'x', input: '{}' }]))
      await a.calls.begin(scene.lease, call.id, call.hash)
      if (how === 'stopped') await a.turns.stop(scene.user, scene.thread.id)
      await a.calls.end(scene.lease, call.id, { state: 'succeeded', text: 'x'.repeat(600), code: null })
      if (how !== 'stopped') await a.turns.finish(scene.lease, outcome)
      const messages = (await a.threads.snapshot(scene.user, scene.thread.id))?.messages
      expect(messages?.map(({ role }) => role)).toEqual(['user', 'assistant'])
      const [node] = messages?.at(-1)?.execution_tree?.nodes ?? []
      expect(node).toMatchObject({ id: call.id, state: 'succeeded', is_error: false })
      expect(node?.result_preview).toBe('x'.repeat(500))
      // The empty message is for people and is not part of the conversation.
      await a.turns.start(scene.user, scene.thread.id, { text: 'And now?' })
      const next = await a.turns.claim(idA)
      expect(next?.messages.filter(({ role }) => role === 'assistant')).toHaveLength(1)
      await a.turns.stop(scene.user, scene.thread.id)
    },
  )

  test('stop ends a running call that only reads: nobody else would', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'run', { repeat: 'safe', category: 'read' })
    await a.calls.begin(scene.lease, call.id, call.hash)
    await a.turns.stop(scene.user, scene.thread.id)
    expect(await a.calls.find(call.id)).toMatchObject({ state: 'failed', result: { code: 'stopped' } })
    expect(await a.calls.end(scene.lease, call.id, { state: 'succeeded', text: 'late', code: null })).toBe(
      false,
    )
  })

  test.each([
    [{ kind: 'answered', text: 'Yes.', usage }, 'done', null, 2],
    [{ kind: 'stopped', text: '', usage }, 'cancelled', null, 1],
    [{ kind: 'failed', message: 'no model', text: '', usage }, 'failed', 'no model', 1],
    [
      {
        kind: 'over_budget',
        exceeded: { reason: 'tool_calls', limit: 2, observed: 3 },
        text: 'So far.',
        usage,
      },
      'done',
      'used up 2 tool calls; what was done is kept',
      2,
    ],
  ] as const)('a turn ends as its outcome says: %j', async (outcome, state, error, messages) => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const open = await propose(scene, 'ask')
    if (outcome.text !== '') await a.turns.append(scene.lease, said(outcome.text))
    expect(await a.turns.finish(scene.lease, outcome)).toBe(true)
    expect(await a.turns.finish(scene.lease, outcome)).toBe(false)
    const snapshot = await a.threads.snapshot(scene.user, scene.thread.id)
    expect(snapshot?.turn).toMatchObject({ state, error })
    expect(snapshot?.messages.filter(({ text }) => text !== '')).toHaveLength(messages)
    expect(snapshot?.messages.at(-1)?.execution_tree?.nodes).toMatchObject([{ id: open.id }])
    expect((await a.calls.find(open.id))?.state).toBe('cancelled')
  })
}
