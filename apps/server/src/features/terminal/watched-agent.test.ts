/** @module-tag slow */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { listTerminals, TerminalPage } from './testing/terminal-page.ts'

/** The agent's own terminals, as a person watches and uses them. */

let model: ScriptedModel
let server: TestServer
let client: TestClient
let thread_id: string
beforeAll(async () => {
  model = await scriptedModel(obedient)
  server = await testServer({ ...model.env, COUNTERSIGN_SANDBOX: 'off' })
  client = await server.connect()
  const created = await client.command({ type: 'thread_create', model: SCRIPTED })
  if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
  thread_id = created.thread_id
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
}, 60_000)
afterAll(async () => {
  client.close()
  await server.close()
  await model.close()
}, 60_000)

/** The agent calls a tool, and a person says yes. */
async function agentCalls(name: string, args: unknown): Promise<void> {
  const seen = client.messages.length
  const text = JSON.stringify({ calls: [{ name, args }] })
  expect(await client.command({ type: 'turn_start', thread_id, text })).toMatchObject({ type: 'ok' })
  const asked = await client.until(
    (message) =>
      client.messages.indexOf(message) >= seen &&
      message.type === 'event' &&
      message.event.type === 'tool_approval_request',
  )
  if (asked.type !== 'event' || asked.event.type !== 'tool_approval_request') throw new Error('no card')
  const { tool_call_id, hash } = asked.event.approval
  await client.command({ type: 'tool_approval_response', tool_call_id, decision: 'allow_once', hash })
}

test('a process that the agent left running is a tab of its chat, and a person types there freely', async () => {
  await agentCalls('terminal.exec', {
    command: 'read -p "name? " name; echo "hello $name"; exec sleep 100',
    background: true,
    pty: true,
  })
  await expect
    .poll(async () => (await listTerminals(server, thread_id)).terminals, { timeout: 10_000 })
    .toMatchObject([{ kind: 'agent', takes_input: true, running: true }])
  const [view] = (await listTerminals(server, thread_id)).terminals
  // It belongs to its chat: another place does not have it.
  expect((await listTerminals(server)).terminals).toEqual([])
  const page = await TerminalPage.look(server, view?.terminal ?? '', thread_id)
  await page.shows('name?')
  page.type('Ana\r')
  await page.shows('hello Ana')
  page.resize(90, 20)
  page.close()
}, 30_000)

test('a command that runs to its end is shown while it runs, and only shown', async () => {
  await agentCalls('terminal.exec', {
    command: 'touch began; echo begun; while [ ! -e go ]; do sleep 0.05; done',
  })
  const command = async () =>
    (await listTerminals(server, thread_id)).terminals.find(({ kind }) => kind === 'command')
  await expect.poll(command, { timeout: 10_000 }).toMatchObject({ takes_input: false })
  const page = await TerminalPage.look(server, (await command())?.terminal ?? '', thread_id)
  await page.shows('begun')
  page.type('typed in vain\r')
  await agentEnds(page)
  await expect.poll(command).toBeUndefined()
  expect(page.bytes.toString('utf8')).not.toContain('in vain')
  page.close()
}, 30_000)

async function agentEnds(page: TerminalPage): Promise<void> {
  await writeFile(join(server.workspace, 'go'), '')
  expect(await page.hears('ended')).toMatchObject({ type: 'ended' })
}
