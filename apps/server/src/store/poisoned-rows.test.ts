import type { UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ground } from './contract/ground.ts'
import type { Store } from './open-store.ts'
import { externalGround } from './testing/grounds.ts'
import { openScene, plainUuid, propose, type Scene } from './testing/scene.ts'
import { ranOut } from './testing/times.ts'

// A row that the database does not let change, for whatever reason, keeps nobody else from being looked after.

const ID = plainUuid()
let ground: Ground
let store: Store
beforeAll(async () => {
  ground = await externalGround()
  store = await ground.open(ID)
}, 60_000)
afterAll(async () => {
  await store.close()
  await ground.close()
})

/** Refuses every change of a row, as long as the work takes. */
async function stuck(table: 'turns' | 'approvals', condition: string, work: () => Promise<void>) {
  await sql
    .raw(
      `create trigger stuck before update on ${table} for each row when (${condition}) execute function settled_stays()`,
    )
    .execute(store.db)
  try {
    await work()
  } finally {
    await sql.raw(`drop trigger stuck on ${table}`).execute(store.db)
  }
}

const stop = ({ user, thread }: { user: UserId; thread: Scene['thread'] }) =>
  store.turns.stop(user, thread.id)

test('a question that cannot expire lets the others expire', async () => {
  const scenes = [await openScene(store, ID), await openScene(store, ID)] as const
  const [first, second] = [await propose(scenes[0], 'ask'), await propose(scenes[1], 'ask')]
  await sql`update approvals set expires_at = asked_at - interval '1 hour' where call_id = ${first.id}`.execute(
    store.db,
  )
  await sql`update approvals set expires_at = asked_at where call_id = ${second.id}`.execute(store.db)
  await stuck('approvals', `old.call_id = '${first.id}'`, async () => {
    await expect(store.approvals.expireDue()).rejects.toThrow('what is settled in approvals stays')
    expect((await store.calls.find(second.id))?.state).toBe('expired')
  })
  expect(await store.approvals.expireDue()).toBe(1)
  for (const scene of scenes) await stop(scene)
})

test('a turn that cannot be taken from the dead lets the others be taken', async () => {
  const scenes = [await openScene(store, ID), await openScene(store, ID)] as const
  const [stays, goesOn] = [scenes[0].lease.turnId, scenes[1].lease.turnId]
  const [first, second] = [await propose(scenes[0], 'run'), await propose(scenes[1], 'run')]
  await store.calls.begin(scenes[0].lease, first.id, first.hash)
  await store.calls.begin(scenes[1].lease, second.id, second.hash)
  await sql`update turns set lease_until = ${ranOut()} where id in (${stays}, ${goesOn})`.execute(store.db)
  await stuck('turns', `old.id = '${stays}'`, async () => {
    await expect(store.recovery.recover()).rejects.toThrow('what is settled in turns stays')
    expect((await store.calls.find(second.id))?.state).toBe('interrupted')
  })
  expect(await store.recovery.recover()).toMatchObject({ interrupted: 1, turns: 1 })
  for (const scene of scenes) await stop(scene)
})
