import type { Call } from '@countersign/agent'
import { hunksOf } from '@countersign/protocol'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { GivenAnswer } from '../../gate/ports.ts'
import { closeScene, decided, newCall, NO_EXTRA, openScene, type Scene } from '../testing/scene.ts'
import { ranOut } from '../testing/times.ts'
import type { Pair } from './ground.ts'

const BEFORE = 'one\ntwo\nthree\nfour\nfive\n'
const AFTER = '1\ntwo\n3\nfour\n5\n'
const IDS = hunksOf(BEFORE, AFTER).map(({ id }) => id)
const [ONE = '', TWO = '', THREE = ''] = IDS
/** A tool that does all or nothing. */
const WHOLE = { inParts: undefined } as unknown as Partial<Call> // the row then has no such key
const OTHER = hunksOf('a\nb\nc\n', 'A\nb\nC\n').map(({ id }) => id)

export function answerPartsContract(at: () => Pair): void {
  /** A change of a file that waits for an answer. */
  async function proposed(scene: Scene, change: Partial<Call> = {}): Promise<Call> {
    const call: Call = {
      ...(await newCall(scene, { tool: 'files.edit', category: 'write', repeat: 'idempotent' })),
      body: { kind: 'write', path: 'f', before: BEFORE, after: AFTER, outside_workspace: false },
      inParts: true,
      ...change,
    }
    await scene.store.calls.propose(scene.lease, call, decided('ask'), NO_EXTRA)
    return call
  }
  const yes = ({ id, hash }: Call, parts: readonly string[]): GivenAnswer => ({
    callId: id,
    decision: 'allow_once',
    hash,
    parts,
  })
  const row = (call: Call) =>
    at().a.db.selectFrom('approvals').selectAll().where('call_id', '=', call.id).executeTakeFirstOrThrow()

  test('a yes names parts: the answer, the signature and the audit list them, in the order of the change', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await proposed(scene)
    const parts = { signed: [ONE, THREE], of: 3 }
    expect(await b.approvals.answer(scene.user, yes(call, [THREE, ONE]))).toMatchObject({
      ok: true,
      call: { state: 'approved', signature: { via: 'person', parts } },
    })
    expect(await row(call)).toMatchObject({
      state: 'allowed',
      scope: 'once',
      parts: [ONE, THREE],
      hash: call.hash,
    })
    expect((await a.calls.find(call.id))?.call).toEqual(call)
    const audited = await a.db
      .selectFrom('audit')
      .select('body')
      .where('call_id', '=', call.id)
      .where('kind', '=', 'approval_settled')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(audited.body)).toMatchObject({ data: { state: 'allowed', hash: call.hash, parts } })
    expect(await a.audit.verify()).toMatchObject({ ok: true })
    for (const other of [undefined, [ONE], [ONE, TWO, THREE], []])
      expect(await a.calls.begin(scene.lease, call.id, call.hash, other)).toBe(false)
    expect(await a.calls.begin(scene.lease, call.id, call.hash, [ONE, THREE])).toBe(true)
    await closeScene(scene)
  })

  test('the parts of a waiting call are told with it', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    await proposed(scene)
    const { calls } = await b.approvals.waiting(scene.user, { limit: 10 })
    expect(calls[0]?.parts?.map(({ id, line }) => [line, id])).toEqual([
      [1, ONE],
      [3, TWO],
      [5, THREE],
    ])
    await closeScene(scene)
  })

  test('all parts are a plain yes', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await proposed(scene)
    const answered = await a.approvals.answer(scene.user, yes(call, IDS))
    expect(answered).toMatchObject({ ok: true, call: { state: 'approved' } })
    expect(answered.call?.signature).not.toHaveProperty('parts')
    expect((await row(call)).parts).toBeNull()
    await closeScene(scene)
  })

  test.each<[string, Partial<GivenAnswer>, Partial<Call>, string]>([
    ['of another call', { parts: [ONE, OTHER[0] ?? ''] }, {}, 'bad_parts'],
    ['of none', { parts: [] }, {}, 'bad_parts'],
    ['twice', { parts: [ONE, ONE] }, {}, 'bad_parts'],
    ['for every chat', { parts: [ONE], decision: 'allow_always' }, {}, 'bad_parts'],
    ['for this chat', { parts: [ONE], decision: 'allow_chat' }, {}, 'bad_parts'],
    ['with a no', { parts: [ONE], decision: 'deny' }, {}, 'bad_parts'],
    ['of another hash', { parts: [ONE], hash: 'other' }, {}, 'hash_mismatch'],
    ['of what is done as a whole', { parts: [ONE] }, WHOLE, 'bad_parts'],
    ['of a change in one part', { parts: [ONE] }, { body: oneLine() }, 'bad_parts'],
    ['of what is no change', { parts: [ONE] }, { body: { kind: 'arguments', entries: [] } }, 'bad_parts'],
  ])('parts %s are refused, and the question stays', async (_name, given, change, code) => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await proposed(scene, change)
    const answered = await a.approvals.answer(scene.user, { ...yes(call, [ONE]), ...given })
    expect(answered).toMatchObject({ ok: false, code })
    expect((await a.calls.find(call.id))?.state).toBe('waiting')
    expect(await row(call)).toMatchObject({ state: 'pending', parts: null })
    expect(await a.rules.list(scene.user)).toEqual([])
    await closeScene(scene)
  })

  test('after the time is over parts are too late; a second answer with other parts changes nothing', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const [late, twice] = [await proposed(scene), await proposed(scene)]
    await a.db.updateTable('approvals').set({ expires_at: ranOut() }).where('call_id', '=', late.id).execute()
    expect(await b.approvals.answer(scene.user, yes(late, [ONE]))).toMatchObject({
      ok: false,
      code: 'too_late',
    })
    expect((await a.calls.find(late.id))?.state).toBe('expired')
    await a.approvals.answer(scene.user, yes(twice, [ONE]))
    const second = await b.approvals.answer(scene.user, yes(twice, [ONE, THREE]))
    expect(second).toMatchObject({ ok: false, code: 'already_settled' })
    expect((await a.calls.find(twice.id))?.signature?.parts).toEqual({ signed: [ONE], of: 3 })
    expect((await row(twice)).parts).toEqual([ONE])
    await closeScene(scene)
  })

  test('what masking hides is not offered in parts', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const key = (letter: string) => `key: sk-live-${letter.repeat(24)}\n`
    const hidden = await proposed(scene, {
      body: {
        kind: 'write',
        path: 'f',
        before: `one\ntwo\n${key('a')}four\n`,
        after: `1\ntwo\n${key('b')}four\n`,
        outside_workspace: false,
      },
    })
    const beside = await proposed(scene, {
      body: {
        kind: 'write',
        path: 'f',
        before: `one\n${key('a')}three\n`,
        after: `1\n${key('a')}3\n`,
        outside_workspace: false,
      },
    })
    const { calls } = await a.approvals.waiting(scene.user, { limit: 10 })
    expect(calls.map(({ parts }) => parts?.length)).toEqual([undefined, 2])
    const ids = (call: Call) =>
      call.body.kind === 'write' ? hunksOf(call.body.before, call.body.after).map(({ id }) => id) : []
    expect(await a.approvals.answer(scene.user, yes(hidden, ids(hidden).slice(1)))).toMatchObject({
      code: 'bad_parts',
    })
    expect(await a.approvals.answer(scene.user, yes(beside, ids(beside).slice(1)))).toMatchObject({
      ok: true,
    })
    await closeScene(scene)
  })

  test.each(['done', 'again'] as const)('settled as %s, an interrupted call keeps its parts', async (how) => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await proposed(scene, { repeat: 'never' })
    await a.approvals.answer(scene.user, yes(call, [TWO]))
    await a.calls.begin(scene.lease, call.id, call.hash, [TWO])
    await a.db.updateTable('turns').set({ lease_until: ranOut() }).where('id', '=', call.turnId).execute()
    await a.recovery.recover()
    await a.turns.stop(scene.user, scene.thread.id)
    const settled = await b.approvals.settle(scene.user, { callId: call.id, how, hash: call.hash })
    expect(settled).toMatchObject({
      ok: true,
      call: {
        state: how === 'again' ? 'approved' : 'succeeded',
        signature: { via: 'person', parts: { signed: [TWO], of: 3 } },
      },
    })
    await a.turns.stop(scene.user, scene.thread.id)
  })

  test('the database itself keeps parts to one yes, and begins no others', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await proposed(scene)
    const set = (assignments: string) =>
      sql.raw(`update approvals set ${assignments} where call_id = '${call.id}'`).execute(a.db)
    const allowed = `state = 'allowed', decided_by = 'usr_x', decided_at = now()`
    for (const bad of [
      `parts = '["x"]'`,
      `${allowed}, scope = 'always', parts = '["x"]'`,
      `${allowed}, scope = 'once', parts = '[]'`,
    ])
      await expect(set(bad)).rejects.toThrow('parts_narrow_one_yes')
    await a.approvals.answer(scene.user, yes(call, [ONE]))
    // How a process that does not know about parts would begin it.
    const whole = sql`update calls set state = 'running', exec_epoch = 1, exec_owner = 'x', started_at = now()
      where id = ${call.id}`
    await expect(whole.execute(a.db)).rejects.toThrow('only_signed_parts_begin')
    const byRule = sql`update calls set decided_via = 'rule' where id = ${call.id}`
    await expect(byRule.execute(a.db)).rejects.toThrow('only_signed_parts_begin')
    await closeScene(scene)
  })
}

function oneLine(): Call['body'] {
  return { kind: 'write', path: 'f', before: 'a\n', after: 'b\n', outside_workspace: false }
}
