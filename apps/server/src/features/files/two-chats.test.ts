/** @module-tag slow */
import type { CallView } from '@countersign/protocol'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'

const ROUNDS = 8

describe.each(['embedded', 'external'])('two processes on one %s database', (kind) => {
  let model: ScriptedModel
  let first: TestServer
  let second: TestServer
  let clients: readonly [TestClient, TestClient]
  beforeAll(async () => {
    model = await scriptedModel(obedient)
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    first = await testServer({ ...model.env, ...database })
    second = await testServer({ ...model.env, ...database }, { beside: first })
    clients = [await first.connect(), await second.connect()]
  }, 60_000)
  afterAll(async () => {
    for (const client of clients) client.close()
    await second.close()
    await first.close()
    await model.close()
  }, 60_000)

  /** Lets a new chat do one thing; how it ended. */
  async function chat(client: TestClient, name: string, args: unknown): Promise<CallView> {
    const created = await client.command({
      type: 'thread_create',
      model: SCRIPTED,
      permission_mode: 'auto',
      workspace: first.workspace,
    })
    if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
    const { thread_id } = created
    await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    const text = JSON.stringify({ calls: [{ name, args }] })
    await client.command({ type: 'turn_start', thread_id, text })
    const { call } = await client.event(
      'tool_call_update',
      (event) => event.call.thread_id === thread_id && event.call.ended_at !== null,
    )
    return call
  }
  const both = (one: readonly [string, unknown], two: readonly [string, unknown]) =>
    Promise.all([chat(clients[0], ...one), chat(clients[1], ...two)])
  const edit = (path: string, old_text: string, new_text: string) =>
    ['files.edit', { path, edits: [{ old_text, new_text }] }] as const
  const inside = (name: string) => join(first.workspace, name)

  test('two edits of one file within a moment are both there', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `both-${round}.txt`
      await writeFile(inside(name), 'alpha\nmiddle\nomega\n')
      const ended = await both(edit(name, 'alpha', 'ALPHA'), edit(name, 'omega', 'OMEGA'))
      expect(ended.map(({ state, preview }) => [state, preview])).toEqual([
        ['succeeded', expect.any(String)],
        ['succeeded', expect.any(String)],
      ])
      expect(await readFile(inside(name), 'utf8')).toBe('ALPHA\nmiddle\nOMEGA\n')
    }
  })

  test('of two edits of one line one is done, and the other is stale with the difference', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `line-${round}.txt`
      await writeFile(inside(name), 'alpha\nmiddle\n')
      const ended = await both(edit(name, 'alpha', 'one'), edit(name, 'alpha', 'two'))
      const done = ended.find(({ state }) => state === 'succeeded')
      const not = ended.find(({ state }) => state !== 'succeeded')
      const text = done === ended[0] ? 'one' : 'two'
      expect(await readFile(inside(name), 'utf8')).toBe(`${text}\nmiddle\n`)
      // Proposed when the other was done already, it had nothing to find.
      if (not?.error_code === 'no_match') continue
      expect(not).toMatchObject({
        state: 'failed',
        error_code: 'stale',
        found: { before: `${text}\nmiddle\n` },
      })
      expect(not?.preview).toContain(`-alpha\n+${text}`)
    }
  })

  test('a file that is written whole replaces an edit knowingly, or not at all', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const path = `whole-${round}.txt`
      await writeFile(inside(path), 'alpha\nomega\n')
      const [write, other] = await both(
        ['files.write', { path, content: 'whole\n' }],
        edit(path, 'omega', 'OMEGA'),
      )
      const wrote = write.state === 'succeeded'
      expect(await readFile(inside(path), 'utf8')).toBe(wrote ? 'whole\n' : 'alpha\nOMEGA\n')
      // Where both were done, the write had been shown what the edit left.
      const saw = write.body.kind === 'write' ? write.body.before : null
      expect(!wrote || other.state !== 'succeeded' || saw === 'alpha\nOMEGA\n').toBe(true)
    }
  })

  test('of two that create a file one does; a file that is edited while it is moved is whole under one name', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const path = `new-${round}.txt`
      const made = await both(
        ['files.create', { path, content: 'a' }],
        ['files.create', { path, content: 'b' }],
      )
      expect(made.filter(({ state }) => state === 'succeeded')).toHaveLength(1)
      const to = `moved-${round}.txt`
      const [moved, edited] = await both(['files.rename', { from: path, to }], edit(path, 'a', 'c'))
      const names = (await readdir(first.workspace)).filter((name) => name === path || name === to)
      expect(names).toEqual([moved.state === 'succeeded' ? to : path])
      const content = await readFile(inside(names[0] ?? ''), 'utf8')
      expect(edited.state !== 'succeeded' || content === 'c').toBe(true)
    }
  })
})
