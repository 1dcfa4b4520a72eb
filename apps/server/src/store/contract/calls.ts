import { callStoreContract } from '@countersign/agent/testing/call-store-contract'
import { expect, test } from 'vitest'
import { closeScene, decided, newCall, NO_EXTRA, openScene, plainUuid, propose } from '../testing/scene.ts'
import { ranOut } from '../testing/times.ts'
import type { Pair } from './ground.ts'

const ALL = { limit: 1000 } as const

export function callContract(at: () => Pair): void {
  callStoreContract(async () => {
    const { b, idB, ground } = at()
    const id = plainUuid()
    const process = await ground.open(id)
    const scene = await openScene(process, id)
    let open = true
    return {
      calls: b.calls,
      threadId: scene.thread.id,
      lease: scene.lease,
      answer: async (callId, { allow, hash, parts }) => {
        const decision = allow ? 'allow_once' : 'deny'
        const signed = parts === undefined ? {} : { parts: parts.signed }
        return (await b.approvals.answer(scene.user, { callId, decision, hash, ...signed })).ok
      },
      interrupt: async () => {
        // A dying process reports nothing about its turn: its presence ends with its connection.
        await process.close()
        open = false
        await b.recovery.recover()
        const claimed = await b.turns.claim(idB)
        if (claimed === undefined) throw new Error('the turn cannot be claimed')
        return claimed.lease
      },
      close: async () => {
        await b.turns.stop(scene.user, scene.thread.id)
        if (open) await process.close()
      },
    }
  })

  const picture = {
    id: `img_${'a'.repeat(64)}`,
    bytes: 10,
    width: 2,
    height: 3,
    name: 'dot.png',
  }
  const image = { kind: 'image', mime: 'image/png', ...picture }
  const sound = { kind: 'audio', id: 'snd_1', mime: 'audio/ogg', bytes: 20, name: 'hello.ogg' }

  test.each([
    ['attachments of any kind are kept and shown', { attachments: [image, sound] }, [image, sound]],
    // In the format of an earlier version.
    [
      'pictures of an earlier version are attachments',
      { images: [{ ...picture, media_type: 'image/png' }] },
      [image],
    ],
  ])('%s', async (_what, attached, shown) => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'run')
    await a.calls.begin(scene.lease, call.id, call.hash)
    await a.calls.end(scene.lease, call.id, { state: 'succeeded', text: 'ok', code: null, ...attached })
    const snapshot = await a.threads.snapshot(scene.user, scene.thread.id)
    expect(snapshot?.calls.find(({ id }) => id === call.id)).toMatchObject({
      images: [{ ...picture, media_type: 'image/png' }],
      attachments: shown,
    })
    expect(await a.calls.find(call.id)).toMatchObject({ result: attached })
    await closeScene(scene)
  })

  test.each([
    ['run', 'approved'],
    ['ask', 'waiting'],
    ['block', 'blocked'],
  ] as const)('what policy says of a proposed call, %s, is its first state: %s', async (verdict, state) => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await newCall(scene)
    const stored = await a.calls.propose(scene.lease, call, decided(verdict), NO_EXTRA)
    expect(stored).toMatchObject({ call, state, decision: decided(verdict) })
    expect(await b.calls.find(call.id)).toEqual(stored)
    expect((await b.approvals.waiting(scene.user, ALL)).calls.map(({ id }) => id)).toEqual(
      verdict === 'ask' ? [call.id] : [],
    )
    await closeScene(scene)
  })

  test.each([
    ['run', 'default', 'running'],
    ['run', 'auto', 'approved'],
    ['ask', 'default', 'waiting'],
    ['block', 'default', 'blocked'],
  ] as const)(
    'a call (%s) that was decided in mode %s and is to begin at once in a thread in default mode is %s',
    async (verdict, mode, state) => {
      const { a, b, idA } = at()
      const scene = await openScene(a, idA)
      const call = await newCall(scene)
      const extra = { ...NO_EXTRA, begin: { mode } }
      expect(await a.calls.propose(scene.lease, call, decided(verdict), extra)).toMatchObject({ state })
      expect(await b.calls.begin(scene.lease, call.id, call.hash)).toBe(state === 'approved')
      const result = { state: 'succeeded', text: 'ok', code: null } as const
      expect(await a.calls.end(scene.lease, call.id, result)).toBe(verdict === 'run')
      await closeScene(scene)
    },
  )

  test('a call begins at once only by the policy that holds as it is written down', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const version = async () => (await a.rules.forThread(scene.thread.id)).version
    const begun = async (seen: string) => {
      const extra = { ...NO_EXTRA, begin: { mode: 'default', version: seen } }
      const { state, call } = await a.calls.propose(scene.lease, await newCall(scene), decided('run'), extra)
      if (state === 'running')
        await a.calls.end(scene.lease, call.id, { state: 'succeeded', text: '', code: null })
      return state
    }
    const first = await version()
    expect(await begun(first)).toBe('running')
    const rule = await b.rules.add(scene.user, { list: 'deny', text: 'terminal.exec(npm test)' })
    expect(await begun(first)).toBe('approved')
    expect(await begun(await version())).toBe('running')
    await b.rules.remove(scene.user, rule.id)
    expect(await begun(first)).toBe('running')
    await b.threads.setMode(scene.user, scene.thread.id, 'plan')
    expect(await begun(first)).toBe('approved')
    await closeScene(scene)
  })

  test('nothing is proposed to begin at once under a lease that is lost', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await newCall(scene)
    const lost = { ...scene.lease, epoch: 99 }
    const extra = { ...NO_EXTRA, begin: { mode: 'default' } }
    await expect(a.calls.propose(lost, call, decided('run'), extra)).rejects.toThrow('is lost')
    expect(await a.calls.find(call.id)).toBeUndefined()
    await closeScene(scene)
  })

  test('arguments come back exactly, whatever characters they hold', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'run', { command: 'echo \0 \ud800 "é" 🙂 \\u0000' })
    expect((await a.calls.find(call.id))?.call).toEqual(call)
    await closeScene(scene)
  })

  test('a call begins once, by its own lease, with the arguments that were decided', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'run')
    expect(await a.calls.begin(scene.lease, call.id, 'other')).toBe(false)
    expect(await a.calls.begin({ ...scene.lease, epoch: 99 }, call.id, call.hash)).toBe(false)
    expect(await a.calls.begin(scene.lease, call.id, call.hash)).toBe(true)
    expect(await b.calls.begin(scene.lease, call.id, call.hash)).toBe(false)
    await closeScene(scene)
  })

  test('nothing begins under a lease that has run out', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'run')
    await a.db
      .updateTable('turns')
      .set({ lease_until: ranOut() })
      .where('id', '=', scene.lease.turnId)
      .execute()
    expect(await a.calls.begin(scene.lease, call.id, call.hash)).toBe(false)
    expect(await a.turns.renew(scene.lease)).toBe(true)
    expect(await a.calls.begin(scene.lease, call.id, call.hash)).toBe(true)
    await closeScene(scene)
  })

  test('what a mode let through asks again when it would ask now, and waits for a person', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA, 'auto')
    const call = await propose(scene, 'run')
    const asked = await a.calls.askAgain(scene.lease, call.id, decided('ask', 'breaker'), [])
    expect(asked).toMatchObject({ state: 'waiting', signature: null })
    expect(await a.calls.begin(scene.lease, call.id, call.hash)).toBe(false)
    expect((await a.calls.askAgain(scene.lease, call.id, decided('ask'), [])).state).toBe('waiting')
    expect((await a.approvals.waiting(scene.user, ALL)).approvals).toHaveLength(1)
    await a.approvals.answer(scene.user, { callId: call.id, decision: 'allow_once', hash: call.hash })
    expect(await a.calls.begin(scene.lease, call.id, call.hash)).toBe(true)
    await closeScene(scene)
  })

  test.each([
    ['run', 'failed', 'stale'],
    ['run', 'blocked', 'blocked'],
    ['ask', 'cancelled', 'cancelled'],
  ] as const)('a call (%s) is refused without an effect: %s', async (verdict, state, code) => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, verdict)
    const signature = { via: 'policy', by: 'stale target', at: 1 } as const
    const result = { state, code, text: 'did not run' } as const
    expect(await a.calls.refuse({ ...scene.lease, epoch: 99 }, call.id, result, signature)).toBe(false)
    expect(await a.calls.refuse(scene.lease, call.id, result, signature)).toBe(true)
    expect(await a.calls.refuse(scene.lease, call.id, result, signature)).toBe(false)
    expect(await a.calls.find(call.id)).toMatchObject({ state, result, signature })
    expect((await a.approvals.waiting(scene.user, ALL)).approvals).toEqual([])
    await closeScene(scene)
  })

  test('secrets do not show: not on the card, not in events, not in the audit', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
    await propose(scene, 'ask', { command: `curl -H "Authorization: Bearer ${secret}" https://x.example` })
    const shown = [
      await a.approvals.waiting(scene.user, ALL),
      await a.threads.snapshot(scene.user, scene.thread.id),
      await a.outbox.read(scene.thread.id, 0, 100),
      await a.audit.list({ chain: scene.thread.id }),
    ]
    expect(JSON.stringify(shown)).not.toContain(secret.slice(4))
    await closeScene(scene)
  })
}
