/** @module-tag slow */
import { workflowRoutes, type RunSummary } from '@countersign/protocol'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../../store/testing/grounds.ts'
import { testServer, type TestClient, type TestServer } from '../../../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../../../testing/scripted-model.ts'
import { newChat, oneNode, WorkflowUser } from '../testing/wire.ts'

const write = (path: string) => oneNode('save', 'files.write', { path, content: 'x' })

/** It runs in the stricter of both modes and without grants. */
describe.each(['embedded', 'external'])('what an agent set off, on an %s database', (kind) => {
  let model: ScriptedModel
  let server: TestServer
  let client: TestClient
  const user = new WorkflowUser(() => server)
  beforeAll(async () => {
    model = await scriptedModel(obedient)
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer({ ...model.env, ...database })
    client = await server.connect()
  }, 60_000)
  afterAll(async () => {
    client.close()
    await server.close()
    await model.close()
  }, 60_000)

  /** A version with a grant for every run of it. */
  const granted = async (graph: object) => {
    const workflow = await user.saved(graph)
    await user.until(await user.start(workflow.id, { grant: 'version' }), 'done')
    return workflow
  }
  const added = async (workflow: { id: string; hash: string }, when: object, mode = 'auto') =>
    workflowRoutes.addTrigger.reply.parse(
      (await user.ask('POST', '/api/triggers', { workflow_id: workflow.id, hash: workflow.hash, when, mode }))
        .json,
    ).trigger
  const remove = (id: string) => user.ask('DELETE', `/api/triggers/${id}`)
  const runsBy = async (workflow: string, by: RunSummary['started_by']) =>
    (await user.runs(workflow)).filter(({ started_by }) => started_by === by)
  const firstBy = async (workflow: string, by: RunSummary['started_by']) => {
    await expect.poll(() => runsBy(workflow, by), { timeout: 30_000 }).toHaveLength(1)
    const [run] = await runsBy(workflow, by)
    if (run === undefined) throw new Error('it is not there')
    return run
  }
  const agent = async (mode: string, name: string, args: object): Promise<void> => {
    const thread = await newChat(client, mode)
    await client.command({
      type: 'turn_start',
      thread_id: thread,
      text: JSON.stringify({ calls: [{ name, args }] }),
    })
    await client.event('turn_updated', ({ turn }) => turn.thread_id === thread && turn.state === 'done')
  }
  /** It waits for a person, in the mode of the agent. */
  const asks = async (run: RunSummary, mode: string): Promise<void> => {
    expect(run.mode).toBe(mode)
    await user.until(run.id, 'waiting')
    await user.answer(client, { decision: 'deny' })
    await user.until(run.id, 'failed')
  }

  test.each([
    ['a file tool', 'files.write', { path: 'by-tool.md', content: 'x' }],
    ['a command', 'terminal.exec', { command: 'echo x > by-command.txt' }],
    // Its result does not name what it changes here.
    ['a command in another folder', 'terminal.exec', { command: 'echo x > ../beside/by-other.md' }],
    // Its call ended long before.
    [
      'a background process',
      'terminal.exec',
      { command: 'sleep 18; echo x > by-process.md', background: true },
    ],
  ])(
    'a file that %s of an agent changed: the stricter mode, and no grant',
    async (what, tool, args) => {
      const folder = what.includes('another') ? join(server.workspace, '../beside') : server.workspace
      await mkdir(folder, { recursive: true })
      const target = await granted(oneNode('save', 'files.write', { path: `${what}.txt`, content: 'x' }))
      const when = { kind: 'file_change', folder, globs: ['person.*', 'by-*'] }
      const trigger = await added(target, when)
      await delay(1500)
      // A person changes a file: the trigger has its own mode and its grants.
      await writeFile(join(folder, 'person.md'), what)
      const byPerson = await firstBy(target.id, 'file_change')
      expect(byPerson.mode).toBe('auto')
      await user.until(byPerson.id, 'done')
      const chat = agent('default', tool, args)
      await user.answer(client)
      await chat
      await expect
        .poll(async () => (await runsBy(target.id, 'file_change')).length, { timeout: 30_000 })
        .toBe(2)
      const [run] = await runsBy(target.id, 'file_change')
      if (run === undefined) throw new Error('it is not there')
      await asks(run, 'default')
      await remove(trigger.id)
      // For a while a command may have changed anything in any folder, the one that the next row watches too. A file tool says what it changed.
      if (what.includes('command')) await delay(15_500)
    },
    90_000,
  )

  test('a file that an agent changed, in the midst of changes by others that go on for long', async () => {
    const target = await granted(write('long.txt'))
    const when = { kind: 'file_change', folder: server.workspace, globs: ['long-*'] }
    const trigger = await added(target, when)
    await delay(1500)
    const chat = agent('default', 'files.write', { path: 'long-agent.md', content: 'x' })
    await user.answer(client)
    await chat
    for (let time = 0; time < 40; time += 1) {
      await writeFile(join(server.workspace, 'long-person.md'), String(time))
      await delay(450)
    }
    await asks(await firstBy(target.id, 'file_change'), 'default')
    await remove(trigger.id)
  }, 90_000)

  test('a run that an agent started sets off others without grants, over two links', async () => {
    const [first, second, third] = [
      await user.saved(oneNode('say', 'text.template', { template: 'a' })),
      await granted(write('second.txt')),
      await granted(write('third.txt')),
    ]
    const triggers = [
      await added(second, { kind: 'other_run', workflow_id: first.id, after: 'both' }),
      await added(third, { kind: 'other_run', workflow_id: second.id, after: 'both' }),
    ]
    // Set off by a person, both run by their grants.
    await user.until(await user.start(first.id), 'done')
    await user.until((await firstBy(second.id, 'other_run')).id, 'done')
    await user.until((await firstBy(third.id, 'other_run')).id, 'done')
    const before = await readFile(join(server.workspace, 'third.txt'), 'utf8')
    expect(before).toBe('x')
    const chat = agent('default', 'run_workflow', { workflow_id: first.id })
    await user.answer(client)
    await chat
    const newest = async (workflow: string) => {
      await expect.poll(async () => (await runsBy(workflow, 'other_run')).length, { timeout: 30_000 }).toBe(2)
      const [run] = await runsBy(workflow, 'other_run')
      if (run === undefined) throw new Error('it is not there')
      return run
    }
    await asks(await newest(second.id), 'default')
    // No agent's call started this run directly, but one started the chain.
    await asks(await newest(third.id), 'default')
    for (const { id } of triggers) await remove(id)
  }, 90_000)

  test('pausing everything stops open runs and starts none', async () => {
    const open = await user.start((await user.saved(oneNode('nap', 'time.wait', { for: '1h' }))).id)
    await user.until(open, 'sleeping')
    const timed = await user.saved(oneNode('say', 'text.template', { template: 'a' }))
    const trigger = await added(timed, { kind: 'schedule', cron: '* * * * * *' })
    await expect.poll(async () => (await user.runs(timed.id)).length, { timeout: 20_000 }).toBeGreaterThan(0)
    await user.ask('PUT', '/api/triggers/paused', { paused: true })
    await user.until(open, 'cancelled')
    await delay(500)
    const count = (await user.runs(timed.id)).length
    await delay(2500)
    expect(await user.runs(timed.id)).toHaveLength(count)
    await user.ask('PUT', '/api/triggers/paused', { paused: false })
    await remove(trigger.id)
  }, 60_000)
})
