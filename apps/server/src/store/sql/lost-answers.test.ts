import type { JournalEntry } from '@countersign/agent'
import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendStep, holdStep } from '../turn/append-step.ts'
import { transact } from './transact.ts'
import type { Store } from '../open-store.ts'
import { openSecondProcess, type SecondProcess } from '../testing/second-process.ts'
import { closeScene, newCallId, openScene } from '../testing/scene.ts'
import type { StoreParts } from './work.ts'

let second: SecondProcess
let store: Store
let parts: StoreParts
/** The next statement whose text begins so is done, and its answer lost. */
let loses: string | undefined

beforeAll(async () => {
  second = await openSecondProcess(losing)
  ;({ store, parts } = second)
}, 60_000)
afterAll(() => second.close())

function losing(pool: Pool): Pool {
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    const query = async (what: string | { readonly text: string }) => {
      const done: unknown = await client.query(what as string) // either form is passed on as it is
      const text = typeof what === 'string' ? what : what.text
      if (loses === undefined || !text.startsWith(loses)) return done
      loses = undefined
      throw new Error('Connection terminated unexpectedly')
    }
    return new Proxy(client, {
      get: (target, name) => {
        if (name === 'query') return query
        return ofTarget(target, name)
      },
    })
  }
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') return connect
      return ofTarget(target, name)
    },
  })
}

function ofTarget(target: object, name: string | symbol): unknown {
  const found: unknown = Reflect.get(target, name)
  if (typeof found !== 'function') return found
  return (...args: readonly unknown[]): unknown => Reflect.apply(found, target, args)
}

test('an answer that is held is written once where the end of its transaction is not heard', async () => {
  const scene = await openScene(store, 'one')
  const { lease } = scene
  const write = () => transact(parts, { turn: lease.turnId }, () => Promise.resolve(), { goesOn: true })
  const entry = {
    kind: 'model' as const,
    parentId: null,
    text: 'First this.',
    calls: [{ id: newCallId(), providerId: 'p', name: 'x', input: '{}' }],
    usage: { inputTokens: 10, outputTokens: 1, costUsd: 0 },
    worked: 0,
  } satisfies JournalEntry
  loses = 'commit'
  const { written } = holdStep(parts, lease, entry)
  await expect(write()).rejects.toThrow('terminated')
  expect(loses).toBeUndefined()
  await write()
  await written
  expect(await store.turns.load(lease.turnId)).toEqual([entry])
  const snapshot = await store.threads.snapshot(scene.user, scene.thread.id)
  expect(snapshot?.messages.filter(({ text }) => text === entry.text)).toHaveLength(1)
  const turn = store.db.selectFrom('turns').select('input_tokens').where('id', '=', lease.turnId)
  expect((await turn.executeTakeFirstOrThrow()).input_tokens).toBe(10)
  // And what comes after is not taken for it.
  await appendStep(parts, lease, { ...entry, text: 'Then that.' })
  expect(await store.turns.load(lease.turnId)).toHaveLength(2)
  await closeScene(scene)
})
