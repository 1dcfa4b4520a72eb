/** @module-tag slow */
import { ThreadSnapshot, type CallView, type ThreadId } from '@countersign/protocol'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'

const LINES = 'one\ntwo\nthree\nfour\n'
let files = 0

describe.each(['embedded', 'external'])('several calls about one file in one step, %s database', (kind) => {
  let model: ScriptedModel
  let server: TestServer
  let client: TestClient
  let database: Readonly<Record<string, string>> = {}
  beforeAll(async () => {
    model = await scriptedModel(obedient)
    if (kind === 'external') database = { DATABASE_URL: await newDatabase() }
    server = await testServer({ ...model.env, ...database })
    client = await server.connect()
  }, 60_000)
  afterAll(async () => {
    client.close()
    await server.close()
    // Of the server before the restart.
    await rm(join(server.home, '..'), { recursive: true, force: true })
    await model.close()
  }, 60_000)

  const inside = (name: string) => join(server.workspace, name)
  const text = (name: string) => readFile(inside(name), 'utf8')
  async function newFile(): Promise<string> {
    files += 1
    await writeFile(inside(`f${files}.txt`), LINES)
    return `f${files}.txt`
  }
  const edit = (path: string, old_text: string, new_text: string) => ({
    name: 'files.edit',
    args: { path, edits: [{ old_text, new_text }] },
  })

  /** Begins a turn that makes these calls in one step. */
  async function begin(mode: string, calls: readonly object[], by = client): Promise<ThreadId> {
    const created = await by.command({ type: 'thread_create', model: SCRIPTED, permission_mode: mode })
    if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
    const { thread_id } = created
    await by.command({ type: 'subscribe', thread_id, after_seq: 0 })
    await by.command({ type: 'turn_start', thread_id, text: JSON.stringify({ calls }) })
    return thread_id
  }
  async function callsOf(id: ThreadId): Promise<readonly CallView[]> {
    const answer = await server.request(`/api/threads/${id}`)
    return ThreadSnapshot.parse(await answer.json()).calls
  }
  const states = async (id: ThreadId) =>
    (await callsOf(id)).map(({ state, error_code }) => error_code ?? state)
  async function asked(id: ThreadId, count: number): Promise<readonly CallView[]> {
    await expect
      .poll(async () => (await callsOf(id)).filter(({ state }) => state === 'waiting').length, {
        timeout: 20_000,
      })
      .toBe(count)
    return callsOf(id)
  }
  const answer = (call: CallView | undefined, decision: 'allow_once' | 'deny', by = client) =>
    by.command({ type: 'tool_approval_response', tool_call_id: call?.id, decision, hash: call?.hash })
  async function done(id: ThreadId): Promise<void> {
    await expect
      .poll(async () => (await callsOf(id)).every(({ ended_at }) => ended_at !== null), { timeout: 20_000 })
      .toBe(true)
  }

  test('where nobody is asked all of them are done, in their order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const path = await newFile()
      const calls = [
        edit(path, 'one', '1'),
        edit(path, 'two', '2'),
        edit(path, '1\n2', '1, 2'),
        edit(path, 'four', '4'),
      ]
      const id = await begin('auto', calls)
      await expect.poll(() => callsOf(id), { timeout: 20_000 }).toHaveLength(4)
      await done(id)
      expect(await states(id)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded'])
      expect(await text(path)).toBe('1, 2\nthree\n4\n')
    }
  })

  test.each([
    ['in their order', [0, 1, 2]],
    ['the last one first', [2, 1, 0]],
  ])('each card shows its own difference; answered %s, all are done', async (_name, order) => {
    const path = await newFile()
    const id = await begin('default', [
      edit(path, 'one', '1'),
      edit(path, '1\ntwo', '1\n2'),
      edit(path, 'four', '4'),
    ])
    const cards = await asked(id, 3)
    expect(cards.map(({ body }) => (body.kind === 'write' ? [body.before, body.after] : []))).toEqual([
      [LINES, '1\ntwo\nthree\nfour\n'],
      ['1\ntwo\nthree\nfour\n', '1\n2\nthree\nfour\n'],
      ['1\n2\nthree\nfour\n', '1\n2\nthree\n4\n'],
    ])
    for (const index of order) expect(await answer(cards[index], 'allow_once')).toMatchObject({ type: 'ok' })
    await done(id)
    expect(await states(id)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(await text(path)).toBe('1\n2\nthree\n4\n')
  })

  test.each([0, 1, 2])('a refusal of number %i leaves the others as they were shown', async (refused) => {
    const path = await newFile()
    const words = ['one', 'three', 'four']
    const id = await begin(
      'default',
      words.map((word) => edit(path, word, word.toUpperCase())),
    )
    const cards = await asked(id, 3)
    for (const [index, card] of cards.entries()) await answer(card, index === refused ? 'deny' : 'allow_once')
    await done(id)
    expect(await states(id)).toEqual(
      words.map((_word, index) => (index === refused ? 'denied' : 'succeeded')),
    )
    const changed = words.filter((_word, index) => index !== refused)
    expect(await text(path)).toBe(changed.reduce((all, word) => all.replace(word, word.toUpperCase()), LINES))
  })

  test('what was built on a refused one is stale, with the difference; what was not is done', async () => {
    const path = await newFile()
    const id = await begin('default', [
      edit(path, 'one', 'uno'),
      edit(path, 'uno', 'eins'),
      edit(path, 'four', '4'),
    ])
    const cards = await asked(id, 3)
    await answer(cards[1], 'allow_once')
    await answer(cards[2], 'allow_once')
    await answer(cards[0], 'deny')
    await done(id)
    expect(await states(id)).toEqual(['denied', 'stale', 'succeeded'])
    expect((await callsOf(id))[1]).toMatchObject({ found: { kind: 'write', before: LINES } })
    expect(await text(path)).toBe('one\ntwo\nthree\n4\n')
  })

  test('lines that someone else changed since make a yes void; other lines do not', async () => {
    const path = await newFile()
    const id = await begin('default', [edit(path, 'one', '1'), edit(path, 'four', '4')])
    const cards = await asked(id, 2)
    await writeFile(inside(path), 'one!\ntwo\nthree, too\nfour\n')
    for (const card of cards) await answer(card, 'allow_once')
    await done(id)
    expect(await states(id)).toEqual(['stale', 'succeeded'])
    expect(await text(path)).toBe('one!\ntwo\nthree, too\n4\n')
  })

  test('a file that is made, changed, moved and removed in one step', async () => {
    files += 1
    const [made, moved] = [`made${files}.txt`, `moved${files}.txt`]
    const id = await begin('default', [
      { name: 'files.create', args: { path: made, content: 'a\nb\n' } },
      edit(made, 'a', 'A'),
      { name: 'files.rename', args: { from: made, to: moved } },
      edit(moved, 'b', 'B'),
      { name: 'files.delete', args: { path: moved } },
    ])
    const cards = await asked(id, 5)
    for (const card of cards.slice(0, 4)) await answer(card, 'allow_once')
    await expect.poll(() => text(moved).catch(() => ''), { timeout: 20_000 }).toBe('A\nB\n')
    await answer(cards[4], 'allow_once')
    await done(id)
    expect(await states(id)).toEqual(Array.from({ length: 5 }, () => 'succeeded'))
    await expect(text(moved)).rejects.toThrow('ENOENT')
  })

  test('answers that came in another order hold over a restart', async () => {
    const path = await newFile()
    const id = await begin('default', [edit(path, 'one', '1'), edit(path, '1\ntwo', '1\n2')])
    const cards = await asked(id, 2)
    await answer(cards[1], 'allow_once')
    client.close()
    const old = server
    await old.stop()
    server = await testServer({ ...model.env, ...database }, { beside: old })
    client = await server.connect()
    await client.command({ type: 'subscribe', thread_id: id, after_seq: 0 })
    expect(await states(id)).toEqual(['waiting', 'approved'])
    expect(await text(path)).toBe(LINES)
    await answer(cards[0], 'allow_once')
    await done(id)
    expect(await states(id)).toEqual(['succeeded', 'succeeded'])
    expect(await text(path)).toBe('1\n2\nthree\nfour\n')
  })
})
