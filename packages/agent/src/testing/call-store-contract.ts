import type { Category, Decision, Reason } from '@countersign/policy'
import { CallId, hunksOf, type SignedParts, type ThreadId } from '@countersign/protocol'
import { afterEach, expect, test } from 'vitest'
import type { Call, CallResult } from '../call/call.ts'
import { hashCall } from '../call/hash.ts'
import type { CallStore, Lease } from '../ports.ts'

/** A store with a running turn in it, and a person who answers. */
export interface CallStage {
  readonly calls: CallStore
  readonly threadId: ThreadId
  readonly lease: Lease
  /** A person's answer with this hash. False: the store ignored it. */
  answer(
    id: CallId,
    answer: { readonly allow: boolean; readonly hash: string; readonly parts?: SignedParts },
  ): Promise<boolean>
  /** The process that ran the call died, and recovery found it. The turn then has a new lease. */
  interrupt(id: CallId): Promise<Lease>
  close(): Promise<void>
}

/** What every store of calls promises to the gate. The store in memory and the durable one both run these tests. */
export function callStoreContract(open: () => Promise<CallStage>): void {
  let opened: CallStage | undefined
  const stage = async (): Promise<CallStage> => (opened = await open())
  afterEach(async () => {
    await opened?.close()
    opened = undefined
  })

  test.each([
    ['run', 'approved'],
    ['ask', 'waiting'],
    ['block', 'blocked'],
  ] as const)('a call that policy decides as %s is first %s', async (verdict, state) => {
    const { calls, ...turn } = await stage()
    const call = callOf(turn)
    const stored = await calls.propose(turn.lease, call, decided(verdict), NO_EXTRA)
    expect(stored).toMatchObject({ call, state, decision: decided(verdict) })
    expect(await calls.find(call.id)).toEqual(stored)
  })

  test('a call is proposed once; the second time, the stored one is returned', async () => {
    const { calls, ...turn } = await stage()
    const call = callOf(turn)
    const first = await calls.propose(turn.lease, call, decided('ask'), NO_EXTRA)
    expect(await calls.propose(turn.lease, call, decided('run'), NO_EXTRA)).toEqual(first)
  })

  test('nothing is proposed under a lost lease', async () => {
    const { calls, ...turn } = await stage()
    const call = callOf(turn)
    await expect(calls.propose(lost(turn.lease), call, decided('run'), NO_EXTRA)).rejects.toThrow('is lost')
    await expect(calls.recordRejected(lost(turn.lease), call, REJECTED)).rejects.toThrow('is lost')
    expect(await calls.find(call.id)).toBeUndefined()
  })

  test('a call that is known to fail is written down as failed, and nobody is asked', async () => {
    const { calls, ...turn } = await stage()
    const call = callOf(turn)
    const extra = { ...NO_EXTRA, refused: { state: 'failed', code: 'no_match', text: 'not found' } as const }
    expect(await calls.propose(turn.lease, call, decided('ask'), extra)).toMatchObject({
      state: 'failed',
      result: extra.refused,
    })
    expect(await calls.begin(turn.lease, call.id, call.hash)).toBe(false)
  })

  test('a rejected call is written down once, and stays as it is', async () => {
    const { calls, ...turn } = await stage()
    const call = callOf(turn)
    await calls.recordRejected(turn.lease, call, REJECTED)
    await calls.recordRejected(turn.lease, call, { ...REJECTED, text: 'something else' })
    expect(await calls.find(call.id)).toMatchObject({ state: 'failed', result: REJECTED })
  })

  test('a call begins once, under its own lease, with the arguments that were decided', async () => {
    const { calls, ...turn } = await stage()
    const call = callOf(turn)
    await calls.propose(turn.lease, call, decided('run'), NO_EXTRA)
    expect(await calls.begin(turn.lease, call.id, 'another hash')).toBe(false)
    expect(await calls.begin(lost(turn.lease), call.id, call.hash)).toBe(false)
    expect(await calls.begin(turn.lease, call.id, call.hash)).toBe(true)
    expect(await calls.begin(turn.lease, call.id, call.hash)).toBe(false)
  })

  test.each(['ask', 'block'] as const)('a call that is not approved does not begin (%s)', async (verdict) => {
    const { calls, ...turn } = await stage()
    const call = callOf(turn)
    await calls.propose(turn.lease, call, decided(verdict), NO_EXTRA)
    expect(await calls.begin(turn.lease, call.id, call.hash)).toBe(false)
  })

  test('only the lease that began a call ends it, once', async () => {
    const { calls, ...turn } = await stage()
    const call = callOf(turn)
    await calls.propose(turn.lease, call, decided('run'), NO_EXTRA)
    expect(await calls.end(turn.lease, call.id, DONE)).toBe(false)
    await calls.begin(turn.lease, call.id, call.hash)
    expect(await calls.end(lost(turn.lease), call.id, DONE)).toBe(false)
    expect(await calls.end(turn.lease, call.id, DONE)).toBe(true)
    expect(await calls.end(turn.lease, call.id, { ...DONE, state: 'failed' })).toBe(false)
    expect(await calls.find(call.id)).toMatchObject({ state: 'succeeded', result: DONE })
  })

  test('of several answers the first counts, and only with the hash that was shown', async () => {
    const { calls, answer, ...turn } = await stage()
    const call = callOf(turn)
    await calls.propose(turn.lease, call, decided('ask'), NO_EXTRA)
    expect(await answer(call.id, { allow: true, hash: 'another hash' })).toBe(false)
    expect(await answer(call.id, { allow: true, hash: call.hash })).toBe(true)
    expect(await answer(call.id, { allow: false, hash: call.hash })).toBe(false)
    expect(await calls.find(call.id)).toMatchObject({ state: 'approved', signature: { via: 'person' } })
    expect(await calls.begin(turn.lease, call.id, call.hash)).toBe(true)
  })

  test('a call of which some parts were signed begins with these, and with no others', async () => {
    const { calls, answer, ...turn } = await stage()
    const [before, after] = ['one\ntwo\nthree\n', '1\ntwo\n3\n']
    const body = { kind: 'write', path: 'f', before, after, outside_workspace: false } as const
    const call: Call = { ...callOf(turn), body, inParts: true }
    const [first = '', second = ''] = hunksOf(before, after).map(({ id }) => id)
    await calls.propose(turn.lease, call, decided('ask'), NO_EXTRA)
    const parts = { signed: [second], of: 2 }
    expect(await answer(call.id, { allow: true, hash: call.hash, parts })).toBe(true)
    expect(await calls.find(call.id)).toMatchObject({ state: 'approved', signature: { parts } })
    for (const other of [undefined, [], [first], [first, second]])
      expect(await calls.begin(turn.lease, call.id, call.hash, other)).toBe(false)
    expect(await calls.begin(turn.lease, call.id, call.hash, [second])).toBe(true)
  })

  test('a refused call never begins', async () => {
    const { calls, answer, ...turn } = await stage()
    const call = callOf(turn)
    await calls.propose(turn.lease, call, decided('ask'), NO_EXTRA)
    expect(await answer(call.id, { allow: false, hash: call.hash })).toBe(true)
    expect(await calls.find(call.id)).toMatchObject({ state: 'denied', result: { state: 'denied' } })
    expect(await calls.begin(turn.lease, call.id, call.hash)).toBe(false)
  })

  test('a call that a mode let through can be asked about again before it begins', async () => {
    const { calls, answer, ...turn } = await stage()
    const call = callOf(turn)
    await calls.propose(turn.lease, call, decided('run'), NO_EXTRA)
    expect(await calls.askAgain(turn.lease, call.id, decided('ask'), [])).toMatchObject({
      state: 'waiting',
      signature: null,
    })
    expect(await calls.begin(turn.lease, call.id, call.hash)).toBe(false)
    expect(await answer(call.id, { allow: true, hash: call.hash })).toBe(true)
    expect(await calls.begin(turn.lease, call.id, call.hash)).toBe(true)
  })

  test.each([
    ['run', 'failed'],
    ['run', 'blocked'],
    ['ask', 'cancelled'],
  ] as const)('a call (%s) ends as %s without an effect, once', async (verdict, state) => {
    const { calls, ...turn } = await stage()
    const call = callOf(turn)
    await calls.propose(turn.lease, call, decided(verdict), NO_EXTRA)
    const result = { state, code: state, text: 'did not run' } as const
    const signature = { via: 'policy', by: 'stale target', at: 1 } as const
    expect(await calls.refuse(lost(turn.lease), call.id, result, signature)).toBe(false)
    expect(await calls.refuse(turn.lease, call.id, result, signature)).toBe(true)
    expect(await calls.refuse(turn.lease, call.id, result, signature)).toBe(false)
    expect(await calls.find(call.id)).toMatchObject({ state, result, signature })
    expect(await calls.begin(turn.lease, call.id, call.hash)).toBe(false)
  })

  test.each([
    ['never', 'interrupted', false],
    ['idempotent', 'interrupted', true],
    ['safe', 'approved', false],
  ] as const)('a call (%s) whose process died is %s', async (repeat, state, verifiable) => {
    const { calls, interrupt, ...turn } = await stage()
    const call = callOf(turn, { repeat, category: repeat === 'safe' ? 'read' : 'execute' })
    await calls.propose(turn.lease, call, decided('run'), NO_EXTRA)
    await calls.begin(turn.lease, call.id, call.hash)
    const lease = await interrupt(call.id)
    expect(await calls.find(call.id)).toMatchObject({ state })
    expect(await calls.begin(lease, call.id, call.hash)).toBe(state === 'approved')
    expect(await calls.resume(lease, call.id)).toBe(verifiable)
    expect(await calls.verified(lease, call.id, DONE)).toBe(false)
  })

  test.each([
    ['never', true],
    ['safe', false],
  ] as const)(
    'a late result of a call (%s) that was found interrupted: counts %s',
    async (repeat, counts) => {
      const { calls, interrupt, ...turn } = await stage()
      const call = callOf(turn, { repeat, category: repeat === 'safe' ? 'read' : 'execute' })
      await calls.propose(turn.lease, call, decided('run'), NO_EXTRA)
      await calls.begin(turn.lease, call.id, call.hash)
      await interrupt(call.id)
      expect(await calls.end(turn.lease, call.id, DONE)).toBe(counts)
      expect(await calls.find(call.id)).toMatchObject({ state: counts ? 'succeeded' : 'approved' })
    },
  )

  test('an interrupted call that its tool finds done has succeeded', async () => {
    const { calls, interrupt, ...turn } = await stage()
    const call = callOf(turn, { repeat: 'idempotent' })
    await calls.propose(turn.lease, call, decided('run'), NO_EXTRA)
    await calls.begin(turn.lease, call.id, call.hash)
    const lease = await interrupt(call.id)
    expect(await calls.verified(lost(lease), call.id, DONE)).toBe(false)
    expect(await calls.verified(lease, call.id, DONE)).toBe(true)
    expect(await calls.find(call.id)).toMatchObject({ state: 'succeeded', result: DONE })
    expect(await calls.resume(lease, call.id)).toBe(false)
  })
}

const NO_EXTRA = { offers: () => [], parents: [] } as const
const DONE: CallResult = { state: 'succeeded', code: null, text: 'ok' }
const REJECTED: CallResult = { state: 'failed', code: 'no_such_tool', text: 'there is no such tool' }

const REASONS: Readonly<Record<Decision['verdict'], Reason>> = {
  run: { because: 'mode', mode: 'auto', row: 'execute' },
  ask: { because: 'mode', mode: 'default', row: 'execute' },
  block: { because: 'plan', mode: 'plan', row: 'execute' },
}

function decided(verdict: Decision['verdict']): Decision {
  return { verdict, reason: REASONS[verdict], parts: [] }
}

function lost(lease: Lease): Lease {
  return { ...lease, epoch: lease.epoch + 90 }
}

function callOf(
  { threadId, lease }: Pick<CallStage, 'threadId' | 'lease'>,
  { repeat = 'never', category = 'execute' }: { repeat?: Call['repeat']; category?: Category } = {},
): Call {
  const args = { command: 'npm test' }
  return {
    id: CallId.parse(`call_${crypto.randomUUID().replaceAll('-', '')}`),
    threadId,
    turnId: lease.turnId,
    parentId: null,
    depth: 0,
    tool: 'terminal.exec',
    facts: { name: 'terminal.exec', category, destructive: false, editSafe: false, kind: 'shell' },
    repeat,
    title: 'Run a command',
    specifier: { kind: 'shell', ...args },
    specifierText: args.command,
    args,
    hash: hashCall('terminal.exec', args),
    body: { kind: 'shell', ...args, cwd: '/w' },
    targets: [],
  }
}
