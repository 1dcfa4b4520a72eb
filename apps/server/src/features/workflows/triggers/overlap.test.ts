/** @module-tag slow */
import { workflowRoutes } from '@countersign/protocol'
import { sql } from 'kysely'
import { createHmac } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from '../../../features.ts'
import { newDatabase } from '../../../store/testing/grounds.ts'
import { testServer, type TestServer } from '../../../testing/running-server.ts'
import { echoFeature } from '../testing/echo-feature.ts'
import { oneNode, WorkflowUser } from '../testing/wire.ts'

const napping = (time: string, inputs: object = {}) => ({
  ...oneNode('nap', 'time.wait', { for: time }),
  inputs,
})

describe.each(['embedded', 'external'])('triggers that overlap, on an %s database', (kind) => {
  const { feature, host } = echoFeature()
  let server: TestServer
  const user = new WorkflowUser(() => server)
  beforeAll(async () => {
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer(
      { ...database, COUNTERSIGN_PUBLIC_URL: 'https://cs.example.com' },
      { features: [...FEATURES, feature] },
    )
  }, 60_000)
  afterAll(() => server.close(), 60_000)

  const added = async (graph: object, when: object, more: object = {}) => {
    const { id, hash } = await user.saved(graph)
    const { json } = await user.ask('POST', '/api/triggers', { workflow_id: id, hash, when, ...more })
    return { ...workflowRoutes.addTrigger.reply.parse(json), workflow: id }
  }
  const stop = (id: string) => user.ask('PATCH', `/api/triggers/${id}`, { paused: true })
  /** As if the server had been down since the time. */
  const dueSince = (id: string, seconds: number) =>
    sql`update workflow_triggers set next_at = date_trunc('milliseconds', clock_timestamp()) - ${seconds} * interval '1 second' where id = ${id}`.execute(
      host().store.db,
    )
  const spans = async (workflow: string) =>
    (await user.runs(workflow))
      .map(({ started_at, ended_at, state }) => ({ from: started_at, to: ended_at ?? Infinity, state }))
      .toSorted((a, b) => a.from - b.from)
  /** The largest number of runs at one time. */
  const together = async (workflow: string) => {
    const all = await spans(workflow)
    return Math.max(
      ...all.map((one) => all.filter(({ from, to }) => from <= one.from && one.from < to).length),
    )
  }
  const settled = async (workflow: string) => {
    const open = async () => (await spans(workflow)).filter(({ to }) => to === Infinity).length
    await expect.poll(open, { timeout: 60_000 }).toBe(0)
  }
  const SECOND = { kind: 'schedule', cron: '* * * * * *' } as const

  test('skip: a time that comes while a run works starts nothing', async () => {
    const { trigger, workflow } = await added(napping('3500ms'), SECOND)
    await delay(6000)
    await stop(trigger.id)
    await settled(workflow)
    const count = (await spans(workflow)).length
    expect(count).toBeGreaterThanOrEqual(1)
    expect(count).toBeLessThanOrEqual(2)
    expect(await together(workflow)).toBe(1)
  }, 60_000)

  test('queue: one time waits until the run has ended, also where missed times start nothing', async () => {
    for (const missed of ['once', 'none']) {
      const { trigger, workflow } = await added(
        napping('2500ms'),
        { kind: 'schedule', every: 86_400, missed },
        { overlap: 'queue' },
      )
      await dueSince(trigger.id, 0)
      await expect.poll(async () => (await spans(workflow)).length, { timeout: 20_000 }).toBe(1)
      // Two times come while it works: one run follows.
      for (let time = 0; time < 2; time += 1) {
        await dueSince(trigger.id, 0)
        await delay(1000)
      }
      expect(await spans(workflow)).toHaveLength(1)
      await expect.poll(async () => (await spans(workflow)).length, { timeout: 20_000 }).toBe(2)
      await settled(workflow)
      await delay(1500)
      expect(await spans(workflow)).toHaveLength(2)
      expect(await together(workflow)).toBe(1)
    }
  }, 120_000)

  test('parallel: runs work beside each other', async () => {
    const { trigger, workflow } = await added(napping('4s'), SECOND, { overlap: 'parallel' })
    await expect.poll(() => together(workflow), { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
    await stop(trigger.id)
    await settled(workflow)
  }, 60_000)

  test.each([['skip'], ['queue'], ['parallel']])(
    'of 25 missed times at most 10 run, and all 10 do: %s',
    async (overlap) => {
      const when = { kind: 'schedule', every: 600, missed: 'all' }
      const { trigger, workflow } = await added(napping('300ms'), when, { overlap })
      await dueSince(trigger.id, 25 * 600 - 300)
      await expect.poll(async () => (await spans(workflow)).length, { timeout: 60_000 }).toBe(10)
      await settled(workflow)
      await delay(1500)
      expect(await spans(workflow)).toHaveLength(10)
      const most = overlap === 'parallel' ? 10 : 1
      expect(await together(workflow)).toBeLessThanOrEqual(most)
      await stop(trigger.id)
    },
    120_000,
  )

  test('of missed times, once runs the last and none runs nothing', async () => {
    for (const [missed, expected] of [
      ['once', 1],
      ['none', 0],
    ] as const) {
      const when = { kind: 'schedule', every: 3600, missed }
      const { trigger, workflow } = await added(napping('10ms'), when)
      await dueSince(trigger.id, 25 * 3600 - 1800)
      await delay(2500)
      expect(await spans(workflow)).toHaveLength(expected)
      await stop(trigger.id)
    }
  }, 60_000)

  test('a webhook: of two at once one runs, with `queue` the other follows; a late one is refused', async () => {
    const { trigger, secret, workflow } = await added(
      napping('2s', { who: { schema: { type: 'string' } } }),
      { kind: 'webhook' },
      { overlap: 'queue' },
    )
    const path = `/hooks/${trigger.id}`
    const signed = (body: string, at = Date.now()) => {
      const time = String(Math.floor(at / 1000))
      const signature = createHmac('sha256', secret ?? '')
        .update(`${time}.${body}`)
        .digest('hex')
      return { 'x-countersign-time': time, 'x-countersign-signature': `sha256=${signature}` }
    }
    const bodies = ['a', 'b'].map((who) => JSON.stringify({ who }))
    const late = bodies[0] ?? ''
    expect((await user.ask('POST', path, late, signed(late, Date.now() - 301_000))).status).toBe(401)
    const answers = await Promise.all(bodies.map((body) => user.ask('POST', path, body, signed(body))))
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(answers.filter(({ json }) => (json as { queued?: true }).queued)).toHaveLength(1) // our own route
    await expect.poll(async () => (await spans(workflow)).length, { timeout: 20_000 }).toBe(2)
    await settled(workflow)
    expect(await together(workflow)).toBe(1)
    await stop(trigger.id)
  }, 60_000)

  test('with `skip`, of many webhooks at one moment one starts a run', async () => {
    const { trigger, secret, workflow } = await added(
      napping('2s', { who: { schema: { type: 'integer' } } }),
      { kind: 'webhook' },
    )
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_one, who) => {
        const body = JSON.stringify({ who })
        const time = String(Math.floor(Date.now() / 1000))
        const signature = createHmac('sha256', secret ?? '')
          .update(`${time}.${body}`)
          .digest('hex')
        return user.ask('POST', `/hooks/${trigger.id}`, body, {
          'x-countersign-time': time,
          'x-countersign-signature': `sha256=${signature}`,
        })
      }),
    )
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
    await settled(workflow)
    expect(await spans(workflow)).toHaveLength(1)
  }, 60_000)

  test('files that change while a run works: the queued run gets all of them', async () => {
    const { trigger, workflow } = await added(
      napping('4s', { paths: { schema: { type: 'array' }, default: [] } }),
      { kind: 'file_change', folder: server.workspace, globs: ['*.md'] },
      { overlap: 'queue' },
    )
    await delay(1500)
    for (const name of ['first', 'second', 'third']) {
      await writeFile(join(server.workspace, `${name}.md`), name)
      await delay(1600)
    }
    await expect.poll(async () => (await spans(workflow)).length, { timeout: 20_000 }).toBe(2)
    await settled(workflow)
    const [last] = await user.runs(workflow)
    const { inputs } = await user.run(last?.id ?? '')
    expect(inputs['paths']).toEqual(
      ['second', 'third'].map((name) => expect.stringContaining(`${name}.md`) as string),
    )
    await stop(trigger.id)
  }, 60_000)
})
