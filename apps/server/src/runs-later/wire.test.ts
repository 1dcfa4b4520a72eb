/** @module-tag slow */
// The whole way: a real server and store, a model that runs a script, a person who answers over the wire.
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../testing/running-server.ts'

let server: TestServer
let client: TestClient
beforeAll(async () => {
  server = await testServer()
  client = await server.connect()
  await writeFile(
    join(server.workspace, 'x.sh'),
    'mkdir -p .husky; echo "touch ran" > .husky/pre-commit; echo x > .envrc',
  )
}, 60_000)
afterAll(async () => {
  client.close()
  await server.close()
}, 60_000)

async function runs(text: string): Promise<string> {
  const answer = await client.command({ type: 'thread_create', permission_mode: 'auto' })
  if (answer.type !== 'ok' || answer.thread_id === undefined) throw new Error(JSON.stringify(answer))
  await client.command({ type: 'subscribe', thread_id: answer.thread_id, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id: answer.thread_id, text })
  return answer.thread_id
}

const asked = async (thread: string) =>
  (await client.event('tool_approval_request', ({ approval }) => approval.thread_id === thread)).approval
const ended = (thread: string) =>
  client.event(
    'turn_updated',
    ({ turn }) => turn.thread_id === thread && ['done', 'failed', 'cancelled'].includes(turn.state),
  )
const inside = (path: string) => join(server.workspace, path)

test.each([
  ['deny', null],
  ['allow_once', 'touch ran\n'],
])('one card for what a script made: %s', { timeout: 120_000 }, async (decision, kept) => {
  const thread = await runs('run bash x.sh')
  const { tool_call_id, hash } = await asked(thread)
  // While it waits nothing of it is there.
  expect(existsSync(inside('.envrc'))).toBe(false)
  const { call } = await client.event('tool_call_update', (event) => event.call.id === tool_call_id)
  expect(call).toMatchObject({
    tool: 'files_that_run_later',
    title: 'Keep 2 files that run on their own later',
    body: {
      entries: [
        { name: 'made by' },
        { name: '.envrc (new)' },
        { name: '.husky/pre-commit (new)', value: 'touch ran\n' },
        { name: 'how to answer' },
      ],
    },
  })
  await client.command({ type: 'tool_approval_response', tool_call_id, decision, hash })
  expect((await ended(thread)).turn.state).toBe('done')
  const path = inside('.husky/pre-commit')
  expect(existsSync(path) ? readFileSync(path, 'utf8') : null).toBe(kept)
})
