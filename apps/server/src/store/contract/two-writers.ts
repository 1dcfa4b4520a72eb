import type { CallId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { closeScene, decided, newCall, newCallId, NO_EXTRA, openScene, type Scene } from '../testing/scene.ts'
import { ranOut } from '../testing/times.ts'
import type { Store } from '../open-store.ts'
import type { Pair } from './ground.ts'

/** Between two writes of a process that runs a turn, another process may change anything: the next write must see it. */
export function twoWritersContract(at: () => Pair): void {
  test.each<[string, (store: Store, scene: Scene) => Promise<unknown>, string]>([
    ['nothing', () => Promise.resolve(), 'running'],
    ['an event', (store, { lease }) => store.turns.exceeded(lease, EXCEEDED), 'running'],
    ['the model', (store, { user, thread }) => store.threads.setModel(user, thread.id, 'other'), 'running'],
    ['the mode', (store, { user, thread }) => store.threads.setMode(user, thread.id, 'plan'), 'approved'],
    [
      'a rule',
      (store, { user }) => store.rules.add(user, { list: 'deny', text: 'terminal.exec(ls)' }),
      'approved',
    ],
    [
      'a rule of the chat',
      (store, { user, thread }) =>
        store.rules.add(user, { list: 'deny', text: 'terminal.exec(ls)', threadId: thread.id }),
      'approved',
    ],
    [
      'the trust in a file',
      (store, { user }) => store.rules.trust(user, { workspace: '/w', hash: 'abc' }),
      'approved',
    ],
    [
      'what the chat has',
      (store, { thread }) =>
        store.settings.set(thread.id, 'capabilities', { granted: [], withheld: ['workspace_write'] }),
      'approved',
    ],
    ['a stop', (store, { user, thread }) => store.turns.stop(user, thread.id), 'lost'],
    ['the end of the lease', (store, { lease }) => runOut(store, lease.turnId), 'lost'],
    ['a new owner', (store, { lease }) => take(store, lease.turnId), 'lost'],
  ])('between two calls another process changes %s', async (_what, change, expected) => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const { version } = await a.rules.forThread(scene.thread.id)
    const begun = await begin(scene, version)
    await change(b, scene)
    const next = await begin(scene, version).catch(lostIn)
    expect([begun.state, next.state]).toEqual(['running', expected])
    expect((await b.calls.find(next.id))?.state ?? 'lost').toBe(expected)
    expect((await b.audit.verify()).problems).toEqual([])
    await closeScene(scene)
  })

  test('a setting that another process removed is not replaced, and does not come back', async () => {
    const { a, b } = at()
    const scope = `a scope of ${newCallId()}`
    expect(await a.settings.replace(scope, 'size', 1)).toBe(false)
    await a.settings.set(scope, 'size', 1)
    expect(await b.settings.replace(scope, 'size', 2)).toBe(true)
    expect(await a.settings.get(scope, 'size')).toBe(2)
    await b.settings.remove(scope, 'size')
    expect(await a.settings.replace(scope, 'size', 3)).toBe(false)
    expect(await b.settings.get(scope, 'size')).toBe(undefined)
  })

  test('how a call ended counts once, whatever others wrote in between', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const { version } = await a.rules.forThread(scene.thread.id)
    const first = await begin(scene, version)
    const second = await begin(scene, version)
    await b.calls.end(scene.lease, first.id, RESULT)
    expect(await a.calls.end(scene.lease, first.id, { ...RESULT, text: 'again' })).toBe(false)
    await b.turns.stop(scene.user, scene.thread.id)
    // It had begun: its result is true whoever has the turn.
    expect(await a.calls.end(scene.lease, second.id, RESULT)).toBe(true)
    expect((await a.calls.find(first.id))?.result).toEqual(RESULT)
    await closeScene(scene)
  })

  test('two processes that write in one thread at once leave no gap and nothing twice', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const { version } = await a.rules.forThread(scene.thread.id)
    const calls = Array.from({ length: 20 }, async () => {
      const { id } = await begin(scene, version)
      return a.calls.end(scene.lease, id, RESULT)
    })
    const models = Array.from({ length: 20 }, (_, index) =>
      b.threads.setModel(scene.user, scene.thread.id, `model ${index}`),
    )
    const ended = await Promise.all(calls)
    await Promise.all(models)
    expect(ended).toEqual(ended.map(() => true))
    const events = await b.outbox.read(scene.thread.id, 0, 1000)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    const counted = await b.db
      .selectFrom('turns')
      .select('tool_calls')
      .where('id', '=', scene.lease.turnId)
      .executeTakeFirstOrThrow()
    expect(counted.tool_calls).toBe(calls.length)
    expect((await b.audit.verify()).problems).toEqual([])
    await closeScene(scene)
  })
}

const EXCEEDED = { reason: 'tool_calls', limit: 1, observed: 2 } as const
const RESULT = { state: 'succeeded', text: 'ok', code: null } as const

async function begin(
  scene: Scene,
  version: string,
): Promise<{ readonly id: CallId; readonly state: string }> {
  const call = await newCall(scene, { command: 'ls' })
  const extra = { ...NO_EXTRA, begin: { mode: 'default', version } }
  const { state } = await scene.store.calls.propose(scene.lease, call, decided('run'), extra)
  return { id: call.id, state }
}

function lostIn(cause: unknown) {
  const state = cause instanceof Error && cause.message.includes('is lost') ? 'lost' : String(cause)
  return { id: newCallId(), state }
}

async function runOut({ db }: Store, id: Scene['lease']['turnId']): Promise<void> {
  await db.updateTable('turns').set({ lease_until: ranOut() }).where('id', '=', id).execute()
}

/** Like a claim after too long a pause: the epoch belongs to another process. */
async function take({ db }: Store, id: Scene['lease']['turnId']): Promise<void> {
  await db.updateTable('turns').set({ epoch: 77 }).where('id', '=', id).execute()
}
