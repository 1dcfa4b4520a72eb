/** @module-tag slow */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Store } from '../../store/open-store.ts'
import { embeddedGround, externalGround } from '../../store/testing/grounds.ts'
import { openOtherProcesses, type OtherProcesses } from './other-processes.ts'

describe.each([
  ['embedded', embeddedGround],
  ['postgres', externalGround],
] as const)('%s', (_kind, makeGround) => {
  let ground: Awaited<ReturnType<typeof makeGround>>
  let stores: readonly Store[]
  let processes: readonly OtherProcesses[]
  let ids = 0
  beforeAll(async () => {
    ground = await makeGround()
    stores = [await ground.open('one'), await ground.open('two')]
    processes = await Promise.all(
      stores.map(({ relay, outbox }, index) =>
        openOtherProcesses({
          relay,
          outbox,
          process: index === 0 ? 'one' : 'two',
          ids: () => `id${(ids += 1)}`,
          failed: (what, cause) => {
            throw new Error(what, { cause })
          },
        }),
      ),
    )
  }, 60_000)
  afterAll(async () => {
    for (const one of processes) await one.close()
    for (const store of stores) await store.close()
    await ground.close()
  }, 60_000)

  /** The same part in both, of which the second answers. */
  function shareIn(part: string, answer: (question: unknown, signal: AbortSignal) => Promise<unknown>) {
    const spec = { part, schema: z.object({ name: z.string() }) }
    const [here, there] = processes.map((one) =>
      one.share({ ...spec, answer: (_id, question, signal) => answer(question, signal) }),
    )
    if (here === undefined || there === undefined) throw new Error('two processes were opened')
    return { here, there }
  }

  test('what one shows the other sees, changed and taken away; it does not see its own', async () => {
    const { here, there } = shareIn('seen', async () => undefined)
    const names = () => here.others().map(({ id, value }) => `${id} ${value.name}`)
    await there.show('a', { name: 'first' })
    await there.show('b', { name: 'other' })
    await expect.poll(names).toEqual(['a first', 'b other'])
    await there.show('a', { name: 'second' })
    await expect.poll(names).toEqual(['b other', 'a second'])
    await there.show('a', undefined)
    await expect.poll(names).toEqual(['b other'])
    expect(there.others()).toEqual([])
  })

  test('a question of a megabyte is answered once, and nothing of it stays in the database', async () => {
    const asked: unknown[] = []
    const { here } = shareIn('large', async (question) => {
      asked.push(question)
      return { text: 'b'.repeat(1_000_000) }
    })
    const question = { text: `\u0000\ud800${'a'.repeat(1_000_000)}` }
    const answered = await here.ask({ process: 'two', id: 'x' }, question, { time: 20_000 })
    expect(answered).toEqual({ kind: 'answer', value: { text: 'b'.repeat(1_000_000) } })
    expect(asked).toEqual([question])
    const left = await stores[0]?.db.selectFrom('relay_letters').selectAll().execute()
    expect(left).toEqual([])
  }, 30_000)

  test('a stop reaches who answers; late and unknown are told apart', async () => {
    const stopped: string[] = []
    const { here } = shareIn('slow', async (question, signal) => {
      await new Promise((over) => signal.addEventListener('abort', over))
      stopped.push(String(question))
    })
    const stop = new AbortController()
    const asked = here.ask({ process: 'two', id: 'x' }, 'one', { time: 20_000, signal: stop.signal })
    setTimeout(() => stop.abort(), 300)
    expect(await asked).toEqual({ kind: 'stopped' })
    expect(await here.ask({ process: 'two', id: 'x' }, 'two', { time: 300 })).toEqual({ kind: 'late' })
    await expect.poll(() => stopped).toEqual(['one', 'two'])
    expect(await here.ask({ process: 'nobody', id: 'x' }, 'three', { time: 20_000 })).toEqual({
      kind: 'gone',
    })
  }, 30_000)

  test('a process that died is waited for no longer, and what it showed is gone', async () => {
    const { here, there } = shareIn('dead', () => new Promise(() => undefined))
    await there.show('a', { name: 'there' })
    await expect.poll(() => here.others().length).toBe(1)
    const asked = here.ask({ process: 'two', id: 'a' }, 'still there?', { time: 60_000 })
    // Its next sign of life may make it seen again; one look without it is enough.
    const kill = setInterval(() => {
      void sql`update processes set seen_at = clock_timestamp() - interval '1 hour' where id = 'two'`.execute(
        stores[0]!.db, // opened in beforeAll
      )
    }, 200)
    expect(await asked).toEqual({ kind: 'gone' })
    clearInterval(kill)
    expect(here.others()).toEqual([])
  }, 30_000)
})
