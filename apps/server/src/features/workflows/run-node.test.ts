/** @module-tag slow */
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { newChat, WorkflowUser } from './testing/wire.ts'

describe.each(['embedded', 'external'])('run_node on an %s database', (kind) => {
  let model: ScriptedModel
  let server: TestServer
  let client: TestClient
  const user = new WorkflowUser(() => server)
  beforeAll(async () => {
    model = await scriptedModel(obedient)
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer({ ...model.env, ...database })
    client = await server.connect()
    await writeFile(join(server.workspace, 'in.txt'), 'hello')
  }, 60_000)
  afterAll(async () => {
    client.close()
    await server.close()
    await model.close()
  }, 60_000)

  const there = (path: string) =>
    readFile(join(server.workspace, path), 'utf8').catch(() => undefined as string | undefined)
  const rule = async (list: string, text: string): Promise<string> => {
    const { json } = await user.ask('POST', '/api/rules', { list, text })
    return (json as { rule: { id: string } }).rule.id // our own route
  }
  const removed = (id: string) => user.ask('DELETE', `/api/rules/${id}`)
  const write = (path: string) => ({ node_type: 'files.write', inputs: { path, content: 'by a node' } })
  /** Starts a turn with this single call. */
  const calls = async (args: object, mode = 'default'): Promise<string> => {
    const thread_id = await newChat(client, mode)
    const text = JSON.stringify({ calls: [{ name: 'run_node', args }] })
    await client.command({ type: 'turn_start', thread_id, text })
    return thread_id
  }
  const done = (thread_id: string) =>
    client.event('turn_updated', ({ turn }) => turn.thread_id === thread_id && turn.state === 'done')
  const callsOf = (thread_id: string) => {
    const last = new Map<string, string>()
    for (const sent of client.messages)
      if (sent.type === 'event' && sent.thread_id === thread_id && sent.event.type === 'tool_call_update')
        last.set(sent.event.call.id, `${sent.event.call.tool} ${sent.event.call.state}`)
    return [...last.values()]
  }

  test('of a tool it is that tool’s one call, with its card', async () => {
    const thread = await calls(write('one.txt'))
    await expect.poll(async () => (await user.waiting()).length, { timeout: 20_000 }).toBe(1)
    expect(await there('one.txt')).toBeUndefined()
    await user.answer(client)
    await done(thread)
    expect(callsOf(thread)).toEqual(['files.write succeeded'])
    expect(await there('one.txt')).toBe('by a node')
  }, 60_000)

  test('of a pure node it is a read, in plan mode too; what is no node fails and asks nobody', async () => {
    const pure = await calls({ node_type: 'text.case', inputs: { text: 'Ab', to: 'upper' } }, 'plan')
    await done(pure)
    expect(callsOf(pure)).toEqual(['run_node succeeded'])
    for (const node_type of ['no.such', 'map', 'run_workflow', 'ui_apply']) {
      const thread = await calls({ node_type, inputs: {} })
      await done(thread)
      expect(callsOf(thread)).toEqual(['run_node failed'])
    }
  }, 60_000)

  test('rules for `run_node(files.write)` hold whatever rules for the file say', async () => {
    const allowed = await rule('allow', 'files.write(free.txt)')
    const free = await calls(write('free.txt'))
    await done(free)
    expect(await there('free.txt')).toBe('by a node')
    const denied = await rule('deny', 'run_node(files.write)')
    const blocked = await calls({ ...write('free.txt'), inputs: { path: 'free.txt', content: 'second' } })
    await done(blocked)
    expect(callsOf(blocked)).toEqual(['files.write blocked'])
    expect(await there('free.txt')).toBe('by a node')
    await removed(denied)
    const asks = await rule('ask', 'run_node(files.write)')
    const asked = await calls({ ...write('free.txt'), inputs: { path: 'free.txt', content: 'third' } })
    await expect.poll(async () => (await user.waiting()).length, { timeout: 20_000 }).toBe(1)
    await user.answer(client)
    await done(asked)
    // Both parts share one card.
    expect(callsOf(asked)).toEqual(['files.write succeeded'])
    expect(await there('free.txt')).toBe('third')
    await removed(asks)
    await removed(allowed)
  }, 60_000)

  test('rules for the file hold whatever rules for `run_node` say', async () => {
    const free = await rule('allow', 'run_node(files.write)')
    const denied = await rule('deny', 'files.write(kept.txt)')
    const blocked = await calls(write('kept.txt'), 'auto')
    await done(blocked)
    expect(callsOf(blocked)).toEqual(['files.write blocked'])
    // Allowing the node does not allow the file.
    const asked = await calls(write('other.txt'))
    await expect.poll(async () => (await user.waiting()).length, { timeout: 20_000 }).toBe(1)
    await user.answer(client, { decision: 'deny' })
    await done(asked)
    expect(await there('other.txt')).toBeUndefined()
    // In auto mode, only the rule for the file asks.
    const asks = await rule('ask', 'files.write(shown.txt)')
    const shown = await calls(write('shown.txt'), 'auto')
    await expect.poll(async () => (await user.waiting()).length, { timeout: 20_000 }).toBe(1)
    await user.answer(client, { decision: 'deny' })
    await done(shown)
    expect(await there('shown.txt')).toBeUndefined()
    await removed(asks)
    await removed(free)
    await removed(denied)
  }, 60_000)

  test('what cannot be undone asks in auto, too; what the trash brings back runs there and asks in default', async () => {
    const free = await rule('allow', 'run_node(files.delete)')
    const remove = (path: string) => ({ node_type: 'files.delete', inputs: { path } })
    const outside = join(dirname(server.workspace), 'outside.txt')
    await writeFile(outside, 'kept')
    for (const [args, mode] of [
      [remove(outside), 'auto'],
      [remove('in.txt'), 'default'],
    ] as const) {
      const thread = await calls(args, mode)
      await expect.poll(async () => (await user.waiting()).length, { timeout: 20_000 }).toBe(1)
      await user.answer(client, { decision: 'deny' })
      await done(thread)
    }
    expect(await readFile(outside, 'utf8')).toBe('kept')
    expect(await there('in.txt')).toBe('hello')
    const gone = await calls(remove('in.txt'), 'auto')
    await done(gone)
    expect(callsOf(gone)).toEqual(['files.delete succeeded'])
    expect(await there('in.txt')).toBeUndefined()
    await removed(free)
  }, 60_000)
})
