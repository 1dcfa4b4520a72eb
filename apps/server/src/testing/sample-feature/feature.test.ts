/** @module-tag slow */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approvalRoutes, statusRoutes } from '@countersign/protocol'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { FEATURES } from '../../features.ts'
import { schemasOf } from '../../platform/feature.ts'
import { hashOf } from '../../platform/files/content-files.ts'
import { restoreBackup } from '../../restore.ts'
import { openStore } from '../../store/open-store.ts'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestClient, type TestServer } from '../running-server.ts'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../scripted-model.ts'
import { notes } from './feature.ts'

describe.each(['embedded', 'external'])('a feature added by one line, on an %s database', (kind) => {
  let model: ScriptedModel
  let server: TestServer
  let client: TestClient
  beforeAll(async () => {
    model = await scriptedModel(obedient)
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer({ ...model.env, ...database }, { features: [...FEATURES, notes] })
    client = await server.connect()
  }, 60_000)
  afterAll(async () => {
    client.close()
    await server.close()
    await model.close()
  }, 60_000)

  const listed = async (): Promise<unknown> => (await server.request('/api/notes')).json()

  test('its command writes its table, its route reads it, its topic tells it', async () => {
    const { user } = (await (await server.request('/api/me')).json()) as { user: { id: string } } // our own route
    const topic = `notes:${user.id}`
    expect(await client.command({ type: 'note_add', text: 'before' })).toMatchObject({ type: 'ok' })
    expect(await client.command({ type: 'follow', topic, after_seq: 0 })).toMatchObject({ type: 'ok' })
    await client.until((message) => message.type === 'topic_caught_up')
    expect(await client.command({ type: 'note_add', text: 'after' })).toMatchObject({ type: 'ok' })
    await client.until((message) => message.type === 'topic_event' && message.seq === 2)
    expect(client.messages.flatMap((message) => (message.type === 'topic_event' ? [message] : []))).toEqual([
      { type: 'topic_event', topic, seq: 1, event: { added: 'before' } },
      { type: 'topic_event', topic, seq: 2, event: { added: 'after' } },
    ])
    expect(await listed()).toMatchObject({ notes: [{ text: 'before' }, { text: 'after' }] })
    expect(await client.command({ type: 'follow', topic: 'notes:usr_other', after_seq: 0 })).toMatchObject({
      error: { code: 'not_found' },
    })
  })

  test('its tool stands at the gate like any other, and needs its capability', async () => {
    const created = await client.command({ type: 'thread_create', model: SCRIPTED })
    if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
    const { thread_id } = created
    await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    const text = JSON.stringify({ calls: [{ name: 'notes.add', args: { text: 'from the agent' } }] })
    await client.command({ type: 'turn_start', thread_id, text })
    const { approval } = await client.event('tool_approval_request')
    const { tool_call_id, hash } = approval
    const waiting = approvalRoutes.waiting.reply.parse(await (await server.request('/api/waiting')).json())
    const body = waiting.calls.find(({ id }) => id === tool_call_id)?.body
    expect(body).toEqual({
      kind: 'notes.note',
      entries: [{ name: 'text', value: 'from the agent' }],
      data: { text: 'from the agent', kept: 2 },
    })
    await client.command({ type: 'tool_approval_response', tool_call_id, decision: 'allow_once', hash })
    await client.event('tool_call_update', ({ call }) => call.state === 'succeeded')
    expect(await listed()).toMatchObject({
      notes: [{ text: 'before' }, { text: 'after' }, { text: 'from the agent' }],
    })
    const held = { type: 'capabilities_set', thread_id, capabilities: { notes: false } }
    expect(await client.command(held)).toMatchObject({ type: 'ok' })
    await client.command({ type: 'turn_start', thread_id, text })
    await client.event('tool_call_update', ({ call }) => call.state === 'failed')
    expect(await listed()).toMatchObject({ notes: [{}, {}, {}] })
  })

  test('its setting is listed, checked, changed by a person, and holds', async () => {
    expect(await client.command({ type: 'note_add', text: 'no room' })).toMatchObject({
      error: { code: 'unavailable' },
    })
    const set = (value: unknown) =>
      server.request('/api/settings/values/notes_limit', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ value }),
      })
    expect((await set('many')).status).toBe(400)
    expect((await set(10)).status).toBe(200)
    expect(await (await server.request('/api/settings/values')).json()).toMatchObject({
      values: expect.arrayContaining([
        { name: 'notes_limit', about: 'How many notes are kept.', value: 10, standard: 3 },
      ]) as unknown,
    })
    expect(await client.command({ type: 'note_add', text: 'room' })).toMatchObject({ type: 'ok' })
    expect(await (await server.request('/api/audit?newest=true')).text()).toContain('setting_set')
  })

  test('its job acts for a person', async () => {
    await expect.poll(listed).toMatchObject({ tidied_for: 'usr_local' })
  })

  test('what a person does by hand goes through the gate, and is theirs in the audit', async () => {
    const written = await server.request('/api/notes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'by hand' }),
    })
    expect(await written.json()).toEqual({ state: 'succeeded', text: 'Kept.' })
    const { notes: all } = (await listed()) as { notes: readonly { text: string }[] } // our own route
    expect(all.at(-1)).toMatchObject({ text: 'by hand' })
    const audit = await (await server.request('/api/audit?newest=true')).text()
    expect(audit).toContain('hand_id')
    expect(audit).toContain('usr_local')
    const { threads } = (await (await server.request('/api/threads')).json()) as {
      threads: readonly unknown[]
    } // our own route
    expect(threads).toHaveLength(1)
  })

  test('its route is in the OpenAPI document', async () => {
    const { paths } = (await (await server.request('/api/openapi.json')).json()) as { paths: object } // our own route
    expect(Object.keys(paths)).toContain('/api/notes')
  })

  test('a backup has its rows', async () => {
    const file = join(server.workspace, '..', 'all.backup')
    const made = await server.request('/api/backup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ file }),
    })
    expect(made.status).toBe(200)
    const target = { home: server.workspace, databaseUrl: await newDatabase() }
    expect(await restoreBackup(target, file, [...FEATURES, notes])).toMatchObject({ ok: true })
    const opened = await openStore({
      ...target,
      schemas: schemasOf([...FEATURES, notes]),
      approvalTimeout: null,
      processId: 'restored',
      failed: () => undefined,
    })
    if (!opened.ok) throw new Error(opened.error.message)
    const { rows } = await sql<{ text: string }>`select text from notes order by id`.execute(opened.value.db)
    expect(rows.map(({ text }) => text)).toEqual(['before', 'after', 'from the agent', 'room', 'by hand'])
    await opened.value.close()
    const hash = hashOf(Buffer.from('room'))
    expect(await readFile(join(target.home, 'notes', hash.slice(0, 2), hash), 'utf8')).toBe('room')
  })

  test('its tool for everyone runs in a turn', async () => {
    const created = await client.command({ type: 'thread_create', model: SCRIPTED })
    if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
    const { thread_id } = created
    await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    const text = JSON.stringify({ calls: [{ name: 'notes.room', args: {} }] })
    await client.command({ type: 'turn_start', thread_id, text })
    const { call } = await client.event(
      'tool_call_update',
      (update) => update.call.tool === 'notes.room' && update.call.state === 'succeeded',
    )
    expect(call).toMatchObject({ preview: '3' })
  })

  test('its own socket answers', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws/notes`, {
      headers: { authorization: `Bearer ${server.token}` },
    })
    const answer = new Promise((heard) => socket.on('message', (data: Buffer) => heard(data.toString())))
    socket.on('open', () => socket.send('milk'))
    expect(await answer).toBe('MILK')
    socket.close()
  })

  test('it hears of pages, stopped turns and a pause, and is asked for its state', async () => {
    const text = async () => {
      const state = statusRoutes.state.reply.parse(await (await server.request('/api/state')).json())
      return state.parts.find(({ group }) => group === 'notes')?.text
    }
    expect(await text()).toMatch(/^1 pages, .* paused by nobody, woken$/)
    const created = await client.command({ type: 'thread_create', model: SCRIPTED })
    if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
    const { thread_id } = created
    await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    const asked = JSON.stringify({ calls: [{ name: 'notes.add', args: { text: 'never' } }] })
    await client.command({ type: 'turn_start', thread_id, text: asked })
    await client.event('tool_approval_request', ({ approval }) => approval.thread_id === thread_id)
    expect(await client.command({ type: 'turn_stop', thread_id })).toMatchObject({ type: 'ok' })
    await server.request('/api/triggers/paused', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ paused: true }),
    })
    const other = await server.connect()
    await expect.poll(text).toMatch(/^2 pages, [1-9]\d* turns stopped, paused by usr_local, woken$/)
    other.close()
    await expect.poll(text).toMatch(/^1 pages/)
  })

  test('what was downloaded for it is listed and removed', async () => {
    await writeFile(join(server.home, 'note-stamps'), 'stamps')
    const read = async (path: string, init: RequestInit = {}) =>
      statusRoutes.brought.reply.parse(await (await server.request(path, init)).json()).brought
    expect(await read('/api/state/brought')).toMatchObject([{ id: 'notes:stamps', name: 'Stamps for notes' }])
    const removed = await read('/api/state/brought/remove', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'notes:stamps' }),
    })
    expect(removed).toEqual([])
  })

  test('it hears of files in a folder that it follows', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-notes-'))
    expect(await client.command({ type: 'notes_follow', folder })).toMatchObject({ type: 'ok' })
    await writeFile(join(folder, 'shopping.txt'), 'milk')
    await vi.waitFor(async () => expect(JSON.stringify(await listed())).toContain('shopping.txt'), 20_000)
    await rm(folder, { recursive: true })
  })

  test('it is closed in the name of a person', async () => {
    await server.stop()
    expect(await readFile(join(server.home, 'notes.closed'), 'utf8')).toBe('usr_local')
  })
})

test('every table is declared by its feature', async () => {
  const databaseUrl = await newDatabase()
  const schemas = schemasOf(FEATURES)
  const opened = await openStore({
    home: '/nowhere',
    databaseUrl,
    schemas,
    approvalTimeout: null,
    processId: 'tables',
    failed: () => undefined,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from information_schema.tables where table_schema = current_schema()`.execute(
    opened.value.db,
  )
  await opened.value.close()
  const declared = schemas.flatMap(({ tables }) => tables.map(({ name }) => name))
  expect(rows.map(({ name }) => name).toSorted()).toEqual(declared.toSorted())
})
