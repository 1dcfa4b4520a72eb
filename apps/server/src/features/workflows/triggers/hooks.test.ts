/** @module-tag slow */
import { workflowRoutes } from '@countersign/protocol'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/running-server.ts'
import { WorkflowUser } from '../testing/wire.ts'

let server: TestServer
const me = new WorkflowUser(() => server)
beforeAll(async () => {
  server = await testServer({ COUNTERSIGN_PUBLIC_URL: 'https://cs.example.com' })
}, 60_000)
afterAll(() => server.close(), 60_000)

/** Writes what it gets, if it takes it. */
const writing = (takes: boolean) => ({
  version: 1,
  name: 'Write',
  inputs: { text: { schema: { type: 'string' }, default: 'nothing' } },
  outputs: {},
  nodes: [{ id: 'save', type: 'files.write', inputs: { path: 'a.md', ...(takes ? {} : { content: 'x' }) } }],
  edges: takes ? [{ from: ['$input', 'text'], to: ['save', 'content'] }] : [],
})
const SAYING = {
  version: 1,
  name: 'Say',
  inputs: { action: { schema: { type: 'string' } } },
  outputs: { text: ['say', 'text'] },
  nodes: [{ id: 'say', type: 'text.template', inputs: { template: '{{what}}!' } }],
  edges: [{ from: ['$input', 'action'], to: ['say', 'what'] }],
}

async function hooked({ id, hash }: { readonly id: string; readonly hash: string }) {
  const added = await me.ask('POST', '/api/triggers', { workflow_id: id, hash, when: { kind: 'webhook' } })
  const { trigger, secret } = workflowRoutes.addTrigger.reply.parse(added.json)
  return { path: `/hooks/${trigger.id}`, secret: secret ?? '' }
}

/** Sent as a stranger sends it: without a sign-in. */
async function sent(path: string, body: string, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return { status: answer.status, json: (await answer.json()) as unknown }
}

const github = (secret: string, body: string, delivery?: string) => ({
  'x-github-event': 'push',
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  ...(delivery === undefined ? {} : { 'x-github-delivery': delivery }),
})

test('a delivery in the form of GitHub starts one run; forged, unnamed and repeated ones none', async () => {
  const workflow = await me.saved(SAYING)
  const { path, secret } = await hooked(workflow)
  const body = JSON.stringify({ action: 'opened', sender: { login: 'someone' } })
  const refused: readonly Readonly<Record<string, string>>[] = [
    github('guess', body, 'd-1'),
    github(secret, `${body} `, 'd-1'),
    github(secret, body),
    { 'x-github-delivery': 'd-1' },
  ]
  for (const headers of refused) expect((await sent(path, body, headers)).status).toBe(401)
  const first = await sent(path, body, github(secret, body, 'd-1'))
  expect(first).toEqual({ status: 202, json: { run_id: expect.stringContaining('run_') as string } })
  const { run_id } = first.json as { run_id: string } // our own route
  expect(await me.until(run_id, 'done')).toMatchObject({
    started_by: 'webhook',
    outputs: { text: 'opened!' },
  })
  expect((await sent(path, body, github(secret, body, 'd-1'))).status).toBe(409)
  // Its id is not signed, so another id does not make the same body another delivery.
  expect((await sent(path, body, github(secret, body, 'd-2'))).status).toBe(409)
  const other = JSON.stringify({ action: 'closed' })
  expect((await sent(path, other, github(secret, other, 'd-2'))).status).toBe(202)
  await expect.poll(async () => (await me.runs(workflow.id)).length, { timeout: 20_000 }).toBe(2)
}, 60_000)

test('what a webhook sends is marked as from outside: in the version, the draft and the promotion', async () => {
  const { id, hash } = await me.saved(writing(false))
  const newer = await me.saveAgain(id, writing(true))
  const marks = async () => {
    const version = await me.ask('GET', `/api/workflows/${id}/versions/${newer}`)
    const { manifest } = workflowRoutes.version.reply.parse(version.json)
    const draft = (await me.workflow(id)).manifest
    const promoted = await me.ask('GET', `/api/workflows/${id}/diff?from=${hash}&to=${newer}`)
    const { diff } = workflowRoutes.diff.reply.parse(promoted.json)
    return {
      version: manifest.effects.flatMap(({ outside }) => outside),
      draft: draft?.effects.flatMap(({ outside }) => outside),
      gained: diff.effects_added.map(({ node, outside }) => ({ node, outside })),
    }
  }
  expect(await marks()).toEqual({ version: [], draft: [], gained: [] })
  await hooked({ id, hash })
  expect(await marks()).toEqual({
    version: ['webhook'],
    draft: ['webhook'],
    gained: [{ node: 'save', outside: ['webhook'] }],
  })
}, 60_000)

test('a body of more than a megabyte is refused, and starts nothing', async () => {
  const workflow = await me.saved(SAYING)
  const { path, secret } = await hooked(workflow)
  const body = JSON.stringify({ action: 'x'.repeat(1_000_000) })
  expect((await sent(path, body, github(secret, body, 'd-large'))).status).toBe(413)
  const fits = JSON.stringify({ action: 'x'.repeat(900_000) })
  expect((await sent(path, fits, github(secret, fits, 'd-fits'))).status).toBe(202)
  await expect
    .poll(async () => (await me.runs(workflow.id)).map(({ state }) => state), { timeout: 20_000 })
    .toEqual(['done'])
})

test('a mode that does not exist is refused: of a run, of a trigger, of its change', async () => {
  const { id, hash } = await me.saved(writing(false))
  const when = { kind: 'schedule', every: 86_400 }
  const refused = { status: 400, json: { error: { code: 'bad_message' } } }
  const asked = { workflow_id: id, hash, when }
  expect(await me.ask('POST', `/api/workflows/${id}/runs`, { inputs: {}, mode: 'yolo' })).toMatchObject(
    refused,
  )
  expect(await me.ask('POST', '/api/triggers', { ...asked, mode: 'yolo' })).toMatchObject(refused)
  const added = await me.ask('POST', '/api/triggers', { ...asked, mode: 'acceptEdits' })
  const { trigger } = workflowRoutes.addTrigger.reply.parse(added.json)
  expect(await me.ask('PATCH', `/api/triggers/${trigger.id}`, { mode: 'yolo' })).toMatchObject(refused)
  expect(await me.runs(id)).toEqual([])
})

test('without a public address there are no webhooks', async () => {
  const alone = await testServer()
  try {
    const user = new WorkflowUser(() => alone)
    const { id, hash } = await user.saved(SAYING)
    const asked = { workflow_id: id, hash, when: { kind: 'webhook' } }
    expect(await user.ask('POST', '/api/triggers', asked)).toMatchObject({
      status: 409,
      json: { error: { code: 'no_public_address' } },
    })
  } finally {
    await alone.close()
  }
}, 60_000)
