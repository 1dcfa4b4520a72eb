import type { CallId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { closeScene, newCallId, newUser, openScene, propose } from '../testing/scene.ts'
import { ranOut } from '../testing/times.ts'
import type { Pair } from './ground.ts'

const ALL = { limit: 1000 } as const

export function answerContract(at: () => Pair): void {
  test('allow once: approved by this person, for these arguments', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask', { destructive: true })
    const given = { callId: call.id, decision: 'allow_once', hash: call.hash, feedback: 'fine' } as const
    const answered = await b.approvals.answer(scene.user, given)
    expect(answered).toMatchObject({
      ok: true,
      call: { state: 'approved', signature: { via: 'person', feedback: 'fine' } },
    })
    expect(await a.calls.begin(scene.lease, call.id, call.hash)).toBe(true)
    expect(await a.rules.list(scene.user)).toEqual([])
    await closeScene(scene)
  })

  test('deny: the model is told the person’s words', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask')
    const given = { callId: call.id, decision: 'deny', hash: call.hash, feedback: 'use pnpm' } as const
    await a.approvals.answer(scene.user, given)
    const stored = await a.calls.find(call.id)
    expect(stored).toMatchObject({ state: 'denied', result: { code: 'denied' } })
    expect(stored?.result?.text).toContain('use pnpm')
    await closeScene(scene)
  })

  test.each([
    ['allow_chat', 'thread'],
    ['allow_always', 'user'],
  ] as const)('%s saves a rule of the %s with the answer', async (decision, layer) => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask')
    const before = await b.rules.forThread(scene.thread.id)
    const rule = 'terminal.exec(npm test)'
    await a.approvals.answer(scene.user, { callId: call.id, decision, rule, hash: call.hash })
    const after = await b.rules.forThread(scene.thread.id)
    expect(after.rules).toMatchObject([{ list: 'allow', layer, text: rule }])
    expect(after.version).not.toBe(before.version)
    await closeScene(scene)
  })

  test.each([
    ['allow_chat', undefined],
    ['allow_always', 'terminal.exec(deploy --token s3cr3t-Value-123)'],
  ] as const)('%s with the rule %s is refused and changes nothing', async (decision, rule) => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask')
    const given = { callId: call.id, decision, hash: call.hash, ...(rule === undefined ? {} : { rule }) }
    expect(await a.approvals.answer(scene.user, given)).toMatchObject({ ok: false, code: 'bad_rule' })
    expect((await a.calls.find(call.id))?.state).toBe('waiting')
    expect(await a.rules.list(scene.user)).toEqual([])
    await closeScene(scene)
  })

  test('an answer to another hash is refused and changes nothing', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask')
    const given = { callId: call.id, decision: 'allow_once', hash: 'other' } as const
    expect(await a.approvals.answer(scene.user, given)).toMatchObject({ ok: false, code: 'hash_mismatch' })
    expect((await a.calls.find(call.id))?.state).toBe('waiting')
    await closeScene(scene)
  })

  test('unknown calls and other people’s calls are refused', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask')
    const given = { callId: call.id, decision: 'allow_once', hash: call.hash } as const
    expect(await a.approvals.answer(newUser(), given)).toMatchObject({ ok: false, code: 'not_owner' })
    expect(await a.approvals.keepWaiting(newUser(), call.id)).toMatchObject({ ok: false, code: 'not_owner' })
    const unknown = { ...given, callId: newCallId() }
    expect(await a.approvals.answer(scene.user, unknown)).toMatchObject({ ok: false, code: 'not_found' })
    expect(await a.approvals.keepWaiting(scene.user, unknown.callId)).toMatchObject({ code: 'not_found' })
    expect((await a.calls.find(call.id))?.state).toBe('waiting')
    await closeScene(scene)
  })

  test('a second answer learns the recorded decision and changes nothing', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask')
    const given = { callId: call.id, decision: 'allow_once', hash: call.hash } as const
    await a.approvals.answer(scene.user, given)
    const second = await b.approvals.answer(scene.user, { ...given, decision: 'deny' })
    expect(second).toMatchObject({ ok: false, code: 'already_settled', call: { state: 'approved' } })
    expect((await a.calls.find(call.id))?.state).toBe('approved')
    await closeScene(scene)
  })

  test('what is due expires; a late answer is told so', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const [swept, late] = [await propose(scene, 'ask'), await propose(scene, 'ask')]
    const expire = (id: CallId) =>
      a.db.updateTable('approvals').set({ expires_at: ranOut() }).where('call_id', '=', id).execute()
    await expire(swept.id)
    expect(await b.approvals.expireDue()).toBe(1)
    expect(await b.calls.find(swept.id)).toMatchObject({ state: 'expired', signature: { via: 'timeout' } })
    await expire(late.id)
    // The sweep has not run yet, but the answer is late anyway.
    const given = { callId: late.id, decision: 'allow_once', hash: late.hash } as const
    expect(await b.approvals.answer(scene.user, given)).toMatchObject({ ok: false, code: 'too_late' })
    expect((await b.calls.find(late.id))?.state).toBe('expired')
    expect(await b.approvals.keepWaiting(scene.user, late.id)).toMatchObject({ ok: false, code: 'too_late' })
    expect(await b.approvals.expireDue()).toBe(0)
    await closeScene(scene)
  })

  test('keep waiting adds one full period', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask')
    const expiry = async () => (await a.approvals.waiting(scene.user, ALL)).approvals[0]?.expires_at ?? 0
    const before = await expiry()
    expect(await a.approvals.keepWaiting(scene.user, call.id)).toMatchObject({ ok: true })
    expect((await expiry()) - before).toBe(300_000)
    await closeScene(scene)
  })

  test('a person’s setting changes how long their cards wait; null waits forever', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    await a.settings.set(scene.user, 'approval_timeout_ms', null)
    const call = await propose(scene, 'ask')
    expect((await a.approvals.waiting(scene.user, ALL)).approvals[0]?.expires_at).toBeNull()
    expect(await a.approvals.keepWaiting(scene.user, call.id)).toMatchObject({ ok: true })
    await a.settings.set(scene.user, 'approval_timeout_ms', 60_000)
    await propose(scene, 'ask')
    const asked = (await a.approvals.waiting(scene.user, ALL)).approvals[1]
    expect((asked?.expires_at ?? 0) - (asked?.asked_at ?? 0)).toBe(60_000)
    expect(await a.approvals.nextExpiry()).toBe(asked?.expires_at)
    // A thread's own timeout applies if the person set none.
    await a.settings.set(scene.thread.id, 'thread_approval_timeout_ms', 30_000)
    await propose(scene, 'ask')
    const third = (await a.approvals.waiting(scene.user, ALL)).approvals[2]
    expect((third?.expires_at ?? 0) - (third?.asked_at ?? 0)).toBe(60_000)
    await a.settings.remove(scene.user, 'approval_timeout_ms')
    await propose(scene, 'ask')
    const fourth = (await a.approvals.waiting(scene.user, ALL)).approvals[3]
    expect((fourth?.expires_at ?? 0) - (fourth?.asked_at ?? 0)).toBe(30_000)
    await closeScene(scene)
  })

  test('answering one call of a step touches no other', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const [one, two, three] = [
      await propose(scene, 'ask'),
      await propose(scene, 'ask'),
      await propose(scene, 'run'),
    ]
    await a.approvals.answer(scene.user, { callId: two.id, decision: 'deny', hash: two.hash })
    const states = await Promise.all([one, two, three].map(async ({ id }) => (await a.calls.find(id))?.state))
    expect(states).toEqual(['waiting', 'denied', 'approved'])
    await closeScene(scene)
  })

  test('what waits is listed page by page, in order, and whole', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const calls: string[] = []
    for (let number = 0; number < 7; number += 1) calls.push((await propose(scene, 'ask')).id)
    const found: string[] = []
    let after: string | undefined
    do {
      const page = await b.approvals.waiting(scene.user, {
        limit: 3,
        ...(after === undefined ? {} : { after }),
      })
      expect(page.approvals.map((approval) => approval.tool_call_id)).toEqual(page.calls.map(({ id }) => id))
      found.push(...page.calls.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(found).toEqual(calls)
    await closeScene(scene)
  })
}
