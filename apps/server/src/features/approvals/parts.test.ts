/** @module-tag slow */
import {
  hunksOf,
  ThreadSnapshot,
  type AskedApproval,
  type CallView,
  type ThreadId,
} from '@countersign/protocol'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'

const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n'
let files = 0

describe.each(['embedded', 'external'])('a yes may name parts, %s database', (kind) => {
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
    await rm(join(server.home, '..'), { recursive: true, force: true })
    await model.close()
  }, 60_000)

  const inside = (name: string) => join(server.workspace, name)
  const text = (name: string) => readFile(inside(name), 'utf8')
  async function newFile(content: string | Buffer = LINES): Promise<string> {
    files += 1
    await writeFile(inside(`p${files}.txt`), content)
    return `p${files}.txt`
  }
  const edit = (path: string, ...words: readonly string[]) => ({
    name: 'files.edit',
    args: { path, edits: words.map((word) => ({ old_text: word, new_text: word.toUpperCase() })) },
  })
  const write = (path: string, content: string) => ({ name: 'files.write', args: { path, content } })

  async function begin(calls: readonly object[]): Promise<ThreadId> {
    const created = await client.command({
      type: 'thread_create',
      model: SCRIPTED,
      permission_mode: 'default',
    })
    if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
    const { thread_id } = created
    await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    await client.command({ type: 'turn_start', thread_id, text: JSON.stringify({ calls }) })
    return thread_id
  }
  async function callsOf(id: ThreadId): Promise<readonly CallView[]> {
    return ThreadSnapshot.parse(await (await server.request(`/api/threads/${id}`)).json()).calls
  }
  async function asked(id: ThreadId, count: number): Promise<readonly CallView[]> {
    const waiting = async () => (await callsOf(id)).filter(({ state }) => state === 'waiting')
    await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(count)
    return waiting()
  }
  const partsOf = (call: CallView | undefined) =>
    (call?.state === 'waiting' ? (call.parts ?? []) : []).map(({ id }) => id)
  const numbered = (call: CallView | undefined, ...numbers: readonly number[]) =>
    numbers.map((number) => partsOf(call)[number - 1])
  const answer = (call: CallView | undefined, more: object = {}) =>
    client.command({
      type: 'tool_approval_response',
      tool_call_id: call?.id,
      decision: 'allow_once',
      hash: call?.hash,
      ...more,
    })
  async function done(id: ThreadId): Promise<readonly CallView[]> {
    await expect
      .poll(async () => (await callsOf(id)).every(({ ended_at }) => ended_at !== null), { timeout: 20_000 })
      .toBe(true)
    return callsOf(id)
  }
  /** What the model was told of its last call. */
  async function told(): Promise<string> {
    const last = () => model.requests.at(-1)?.messages.at(-1)
    await expect.poll(() => last()?.role, { timeout: 20_000 }).toBe('tool')
    return JSON.stringify(last()?.content)
  }

  test.each([
    ['files.edit', (path: string) => edit(path, 'one', 'three', 'seven')],
    ['files.write', (path: string) => write(path, 'ONE\ntwo\nTHREE\nfour\nfive\nsix\nSEVEN\n')],
  ])('two of three parts of %s: the base and these two, and the model is told which', async (_tool, make) => {
    const path = await newFile()
    const id = await begin([make(path)])
    const [card] = await asked(id, 1)
    expect(card).toMatchObject({
      parts: [
        { line: 1, removed: 1, added: 1 },
        { line: 3, removed: 1, added: 1 },
        { line: 7, removed: 1, added: 1 },
      ],
    })
    const given = { parts: numbered(card, 1, 3), feedback: 'keep the old name' }
    expect(await answer(card, given)).toMatchObject({ type: 'ok' })
    const [call] = await done(id)
    expect(await text(path)).toBe('ONE\ntwo\nthree\nfour\nfive\nsix\nSEVEN\n')
    expect(call).toMatchObject({
      state: 'succeeded',
      hash: card?.hash,
      summary: '+2 −2',
      body: { after: 'ONE\ntwo\nTHREE\nfour\nfive\nsix\nSEVEN\n' },
      signature: {
        via: 'person',
        feedback: 'keep the old name',
        parts: { of: 3, signed: numbered(card, 1, 3) },
      },
    })
    const said = await told()
    expect(said).toContain('accepted 1 (l. 1), 3 (l. 7); declined 2 (l. 3)')
    expect(said).toContain('keep the old name')
    expect(said).toContain('file is now 7 lines')
    expect(said).toContain('@@ line 3 @@\\n three')
  })

  test('the question itself lists the parts', async () => {
    const path = await newFile()
    const id = await begin([edit(path, 'one', 'seven')])
    const [card] = await asked(id, 1)
    const questions = client.messages.flatMap((message): readonly AskedApproval[] =>
      message.type === 'event' && message.event.type === 'tool_approval_request'
        ? [message.event.approval]
        : [],
    )
    expect(questions.find(({ tool_call_id }) => tool_call_id === card?.id)?.parts).toEqual(
      card?.state === 'waiting' ? card.parts : 'it waits',
    )
    expect(partsOf(card)).toEqual(
      hunksOf(LINES, 'ONE\ntwo\nthree\nfour\nfive\nsix\nSEVEN\n').map((hunk) => hunk.id),
    )
    await answer(card, { decision: 'deny' })
    await done(id)
  })

  test('all parts are a plain yes; undo takes back what a partial one did', async () => {
    const path = await newFile()
    const id = await begin([edit(path, 'one', 'seven')])
    const [card] = await asked(id, 1)
    await answer(card, { parts: numbered(card, 2, 1) })
    const [call] = await done(id)
    expect(call?.signature).not.toHaveProperty('parts')
    expect(await text(path)).toBe('ONE\ntwo\nthree\nfour\nfive\nsix\nSEVEN\n')
    const again = await newFile()
    const other = await begin([edit(again, 'one', 'seven')])
    const [second] = await asked(other, 1)
    await answer(second, { parts: numbered(second, 2) })
    await done(other)
    expect(await text(again)).toBe('one\ntwo\nthree\nfour\nfive\nsix\nSEVEN\n')
    expect(await client.command({ type: 'call_undo', tool_call_id: second?.id })).toMatchObject({
      type: 'undone',
      undo: { done: true },
    })
    expect(await text(again)).toBe(LINES)
  })

  test.each([
    [
      'with allow_always',
      (own: readonly string[]) => ({ parts: own.slice(1), decision: 'allow_always' }),
      'bad_parts',
    ],
    [
      'with allow_chat',
      (own: readonly string[]) => ({ parts: own.slice(1), decision: 'allow_chat' }),
      'bad_parts',
    ],
    ['with a no', (own: readonly string[]) => ({ parts: own.slice(1), decision: 'deny' }), 'bad_parts'],
    ['of another call', () => ({ parts: hunksOf('a\n', 'b\n').map(({ id }) => id) }), 'bad_parts'],
    [
      'of another hash',
      (own: readonly string[]) => ({ parts: own.slice(1), hash: '0'.repeat(64) }),
      'hash_mismatch',
    ],
    ['twice', (own: readonly string[]) => ({ parts: [own[0], own[0]] }), 'bad_parts'],
    ['of none', () => ({ parts: [] }), 'bad_parts'],
    ['that are no ids', () => ({ parts: ['1'] }), 'bad_message'],
    ['as text', () => ({ parts: 'all' }), 'bad_message'],
  ])('parts %s are refused in words, and nothing happens', async (_name, given, code) => {
    const path = await newFile()
    const id = await begin([edit(path, 'one', 'three', 'seven')])
    const [card] = await asked(id, 1)
    const refused = await answer(card, given(partsOf(card)))
    expect(refused).toMatchObject({
      type: 'error',
      error: { code, message: expect.stringMatching(/\w{3}/) as string },
    })
    expect(await asked(id, 1)).toHaveLength(1)
    expect(await text(path)).toBe(LINES)
    await client.command({ type: 'turn_stop', thread_id: id })
    expect(await answer(card, { parts: numbered(card, 1) })).toMatchObject({
      type: 'error',
      error: { code: 'already_settled' },
    })
    expect(await text(path)).toBe(LINES)
  })

  test.each([
    [
      'a new file',
      (path: string) => ({ name: 'files.create', args: { path: `new-${path}`, content: 'a\nb\n' } }),
    ],
    ['a change in one part', (path: string) => edit(path, 'one')],
    ['a command', () => ({ name: 'terminal.exec', args: { command: 'touch one' } })],
  ])('%s has no parts, and none can be named', async (_name, make) => {
    const id = await begin([make(await newFile())])
    const [card] = await asked(id, 1)
    expect(card).not.toHaveProperty('parts')
    expect(await answer(card, { parts: ['0'.repeat(32)] })).toMatchObject({
      type: 'error',
      error: { code: 'bad_parts', message: expect.stringContaining('not shown in parts') as string },
    })
    await client.command({ type: 'turn_stop', thread_id: id })
  })

  test('a long change has its parts with the whole call', async () => {
    const before = Array.from({ length: 4000 }, (_, index) => `a long line, number ${index}\n`)
    const path = await newFile(before.join(''))
    const id = await begin([edit(path, 'number 7\n', 'number 3999\n')])
    const [card] = await asked(id, 1)
    expect(card?.shortened?.length).toBeGreaterThan(0)
    expect(card).not.toHaveProperty('parts')
    const whole = (await (await server.request(`/api/calls/${card?.id ?? ''}`)).json()) as {
      call: CallView
    } // our own route
    expect(partsOf(whole.call)).toHaveLength(2)
    await answer(card, { parts: numbered(whole.call, 2) })
    await done(id)
    before[3999] = 'a long line, NUMBER 3999\n'
    expect(await text(path)).toBe(before.join(''))
  })

  test.each([
    ['CRLF', Buffer.from(LINES.replaceAll('\n', '\r\n')), 'utf8'],
    ['UTF-16', Buffer.from(`\ufeff${LINES}`, 'utf16le'), 'utf16le'],
  ] as const)('a file with %s stays one', async (_name, bytes, encoding) => {
    const path = await newFile(bytes)
    const id = await begin([edit(path, 'one', 'seven')])
    const [card] = await asked(id, 1)
    await answer(card, { parts: numbered(card, 2) })
    await done(id)
    const expected = bytes.toString(encoding).replace('seven', 'SEVEN')
    expect((await readFile(inside(path))).equals(Buffer.from(expected, encoding))).toBe(true)
  })

  test('where line ends would change unseen, the change is answered as a whole', async () => {
    const path = await newFile('one\r\ntwo\nthree\r\nfour\n')
    const id = await begin([write(path, '1\r\ntwo\r\nthree\r\n4\r\n')])
    const [card] = await asked(id, 1)
    expect(card).not.toHaveProperty('parts')
    await client.command({ type: 'turn_stop', thread_id: id })
  })

  test('other lines changed since: the signed parts are put in place; their own lines changed: stale', async () => {
    const [moved, gone, whole] = [await newFile(), await newFile(), await newFile()]
    const id = await begin([
      edit(moved, 'one', 'three', 'seven'),
      edit(gone, 'one', 'three', 'seven'),
      write(whole, 'ONE\ntwo\nthree\nfour\nfive\nsix\nSEVEN\n'),
    ])
    const cards = await asked(id, 3)
    await writeFile(inside(moved), `zero\n${LINES.replace('five', 'five!')}`)
    await writeFile(inside(gone), LINES.replace('seven', 'seven!'))
    await writeFile(inside(whole), LINES.replace('five', 'five!'))
    await answer(cards[0], { parts: numbered(cards[0], 1, 3) })
    await answer(cards[1], { parts: numbered(cards[1], 1, 3) })
    await answer(cards[2], { parts: numbered(cards[2], 1) })
    const ended = await done(id)
    expect(ended.map(({ state, error_code }) => error_code ?? state)).toEqual(['succeeded', 'stale', 'stale'])
    expect(await text(moved)).toBe('zero\nONE\ntwo\nthree\nfour\nfive!\nsix\nSEVEN\n')
    expect(await text(gone)).toBe(LINES.replace('seven', 'seven!'))
    expect(await text(whole)).toBe(LINES.replace('five', 'five!'))
  })

  test('edits of one file in one step: each is judged by what the one before it leaves', async () => {
    const path = await newFile()
    const id = await begin([
      edit(path, 'one', 'three', 'seven'),
      edit(path, 'five'),
      { name: 'files.edit', args: { path, edits: [{ old_text: 'THREE', new_text: '3' }] } },
    ])
    const cards = await asked(id, 3)
    await answer(cards[2])
    await answer(cards[1])
    await answer(cards[0], { parts: numbered(cards[0], 1, 3) })
    const ended = await done(id)
    expect(ended.map(({ state, error_code }) => error_code ?? state)).toEqual([
      'succeeded',
      'succeeded',
      'stale',
    ])
    const now = 'ONE\ntwo\nthree\nfour\nFIVE\nsix\nSEVEN\n'
    expect(await text(path)).toBe(now)
    expect(ended[2]).toMatchObject({ found: { kind: 'write', before: now } })
    expect(ended[2]?.preview).toContain('-THREE')
  })

  test('a partial yes holds over a restart; the audit lists it and is whole', async () => {
    const path = await newFile()
    const id = await begin([edit(path, 'one', 'seven'), edit(path, 'three', 'five')])
    const cards = await asked(id, 2)
    await answer(cards[1], { parts: numbered(cards[1], 2) })
    client.close()
    const old = server
    await old.stop()
    server = await testServer({ ...model.env, ...database }, { beside: old })
    client = await server.connect()
    await client.command({ type: 'subscribe', thread_id: id, after_seq: 0 })
    expect((await callsOf(id))[1]).toMatchObject({
      state: 'approved',
      signature: { parts: { of: 2, signed: numbered(cards[1], 2) } },
    })
    expect(await text(path)).toBe(LINES)
    await answer(cards[0], { parts: numbered(cards[0], 1) })
    await done(id)
    expect(await text(path)).toBe('ONE\ntwo\nthree\nfour\nFIVE\nsix\nseven\n')
    const verified = (await (await server.request('/api/audit/verify')).json()) as {
      verification: { ok: boolean }
    } // our own route
    expect(verified.verification.ok).toBe(true)
  })
})
