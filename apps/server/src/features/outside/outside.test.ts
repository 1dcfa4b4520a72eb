/** @module-tag slow */
import { readHookInput, type OutsideCall } from '@countersign/agent/hooks'
import { OutsideAnswer, type OutsideRequest } from '@countersign/protocol'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'

let server: TestServer
let client: TestClient
beforeAll(async () => {
  server = await testServer()
  client = await server.connect()
})
afterAll(async () => {
  client.close()
  await server.close()
})

function callOf(tool_name: string, tool_input: unknown): OutsideCall {
  const read = readHookInput(
    JSON.stringify({ hook_event_name: 'PreToolUse', tool_name, tool_input }),
    'claude-code',
    { cwd: server.workspace },
  )
  if (read.kind !== 'call') throw new Error(JSON.stringify(read))
  return read.hook.call
}

/** Before there is a server. */
function callOf0(tool_name: string): OutsideCall {
  const read = readHookInput(
    JSON.stringify({ hook_event_name: 'PreToolUse', tool_name, tool_input: { command: 'x' } }),
    'claude-code',
    { cwd: '/' },
  )
  if (read.kind !== 'call') throw new Error(JSON.stringify(read))
  return read.hook.call
}

function bodyOf(
  call: OutsideCall,
  more: Partial<OutsideRequest['place']> & { reports?: boolean } = {},
): string {
  const { reports = false, ...place } = more
  return JSON.stringify({
    place: {
      agent: 'claude-code',
      session: 's1',
      cwd: server.workspace,
      workspace: server.workspace,
      planning: false,
      ...place,
    },
    call,
    reports,
  })
}

async function ask(body: string, signal?: AbortSignal): Promise<OutsideAnswer> {
  const response = await server.request('/api/outside/calls', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    ...(signal === undefined ? {} : { signal }),
  })
  return OutsideAnswer.parse(await response.json())
}

/** The card of a session's call, once it is there. */
async function card(command: string): Promise<{ id: string; hash: string; thread: string }> {
  let found: { id: string; hash: string; thread: string } | undefined
  await expect
    .poll(async () => {
      const answer = await server.request('/api/waiting')
      const waiting = (await answer.json()) as {
        calls: { id: string; hash: string; specifier: string; thread_id: string }[]
      } // our own route
      const call = waiting.calls.find(({ specifier }) => specifier === command)
      found = call && { id: call.id, hash: call.hash, thread: call.thread_id }
      return found !== undefined
    })
    .toBe(true)
  if (found === undefined) throw new Error('no card')
  return found
}

const answer = (call: { id: string; hash: string }, decision: string, feedback?: string) =>
  client.command({
    type: 'tool_approval_response',
    tool_call_id: call.id,
    hash: call.hash,
    decision,
    ...(feedback === undefined ? {} : { feedback }),
  })

const stateOf = async (id: string): Promise<string | undefined> => {
  const { rows } = (await (await server.request(`/api/audit?call=${id}`)).json()) as {
    rows: { kind: string; data?: { state?: string } }[]
  } // our own route
  return rows.map(({ kind }) => kind).join(' ')
}

test('what policy lets through is allowed at once and written down', async () => {
  const given = await ask(bodyOf(callOf('Bash', { command: 'ls -la' })))
  expect(given).toMatchObject({ verdict: 'allow' })
  expect(await stateOf(given.call_id)).toContain('call_proposed')
})

test('the yes to a call answers the second hook of its agent, but not what the policy blocks by then', async () => {
  const hook = async (hook_event_name: string, turn_id: string): Promise<string> => {
    const event = {
      session_id: 'codex1',
      turn_id,
      cwd: server.workspace,
      hook_event_name,
      tool_name: 'Bash',
      tool_input: { command: 'ls -l notes' },
    }
    const body = JSON.stringify({ agent: 'codex', event: JSON.stringify(event), cwd: server.workspace })
    const response = await server.request('/api/outside/hook', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    return ((await response.json()) as { stdout: string }).stdout // our own route
  }
  expect(await hook('PreToolUse', 't1')).toBe('{}\n')
  expect(await hook('PermissionRequest', 't1')).toContain('"allow"')
  expect(await hook('PreToolUse', 't2')).toBe('{}\n')
  await server.request('/api/rules', {
    method: 'POST',
    body: JSON.stringify({ list: 'deny', text: 'terminal.exec(ls -l notes)' }),
    headers: { 'content-type': 'application/json' },
  })
  expect(await hook('PermissionRequest', 't2')).toContain('"deny"')
})

test('what policy blocks is refused with its reason', async () => {
  await server.request('/api/rules', {
    method: 'POST',
    body: JSON.stringify({ list: 'deny', text: 'terminal.exec(git push *)' }),
    headers: { 'content-type': 'application/json' },
  })
  const given = await ask(bodyOf(callOf('Bash', { command: 'cd a && git push --force' })))
  expect(given.verdict).toBe('deny')
  expect(given.reason).toContain('git push')
})

test('what asks waits for the card, and the words of a refusal reach the agent', async () => {
  const asked = ask(bodyOf(callOf('Bash', { command: 'npm publish' })))
  await answer(await card('npm publish'), 'deny', 'not today')
  const refused = await asked
  expect(refused.verdict).toBe('deny')
  expect(refused.reason).toContain('not today')
  const again = ask(bodyOf(callOf('Bash', { command: 'npm publish' })))
  await answer(await card('npm publish'), 'allow_once')
  expect(await again).toMatchObject({ verdict: 'allow' })
})

test('calls of one session share a chat, wait beside each other, and one answer is for one call', async () => {
  const first = ask(bodyOf(callOf('Bash', { command: 'make one' })))
  const second = ask(bodyOf(callOf('Bash', { command: 'make two' })))
  const [one, two] = [await card('make one'), await card('make two')]
  expect(one.thread).toBe(two.thread)
  await answer(two, 'allow_once')
  expect(await second).toMatchObject({ verdict: 'allow', call_id: two.id })
  await answer(one, 'deny')
  expect(await first).toMatchObject({ verdict: 'deny' })
})

test('an agent that hangs up takes its question with it', async () => {
  const gone = new AbortController()
  const asked = ask(bodyOf(callOf('Bash', { command: 'make gone' })), gone.signal)
  const waiting = await card('make gone')
  gone.abort()
  await expect(asked).rejects.toThrow(/abort/i)
  await expect.poll(() => stateOf(waiting.id)).toContain('call_refused')
  expect(await answer(waiting, 'allow_once')).toMatchObject({
    type: 'error',
    error: { code: 'already_settled' },
  })
})

test('an agent that plans may read and nothing else', async () => {
  const place = { session: 'plan', planning: true }
  expect(await ask(bodyOf(callOf('Read', { file_path: 'a.ts' }), place))).toMatchObject({ verdict: 'allow' })
  expect(await ask(bodyOf(callOf('Bash', { command: 'touch a' }), place))).toMatchObject({ verdict: 'deny' })
})

test('plan of the agent holds for its call alone; the mode of the chat is the person’s', async () => {
  const place = { session: 'plan-then-not' }
  expect(
    await ask(bodyOf(callOf('Bash', { command: 'touch a' }), { ...place, planning: true })),
  ).toMatchObject({
    verdict: 'deny',
  })
  const asked = ask(bodyOf(callOf('Bash', { command: 'touch later' }), place))
  const waiting = await card('touch later')
  await client.command({ type: 'mode_set', thread_id: waiting.thread, permission_mode: 'plan' })
  expect(await asked).toMatchObject({ verdict: 'deny' })
  expect(await ask(bodyOf(callOf('Bash', { command: 'touch b' }), place))).toMatchObject({ verdict: 'deny' })
})

test.each<[string, Partial<OutsideCall>]>([
  ['our own tool as a read', { tool: { ...callOf0('Bash').tool, category: 'read' } }],
  [
    'our own tool with a text',
    {
      tool: { ...callOf0('Bash').tool, category: 'read', kind: 'text' },
      specifier: { kind: 'text', text: 'git push' },
    },
  ],
  [
    'a foreign tool as a read',
    {
      tool: { name: 'x', category: 'read', destructive: false, editSafe: true, kind: 'text' },
      specifier: { kind: 'text', text: 'push it' },
    },
  ],
])('claims are not believed: %s', async (_what, claims) => {
  const gone = new AbortController()
  const call = { ...callOf('Bash', { command: 'make it so' }), ...claims }
  const asked = ask(bodyOf(call, { session: 'claims' }), gone.signal)
  await card(call.specifier.kind === 'text' ? call.specifier.text : 'make it so')
  gone.abort()
  await expect(asked).rejects.toThrow(/abort/i)
})

test('a person sees what is judged, not what is claimed beside it', async () => {
  const gone = new AbortController()
  const call = {
    ...callOf('Bash', { command: 'npm publish --now' }),
    body: { kind: 'shell', command: 'ls', cwd: '/' } as const,
  }
  const asked = ask(bodyOf(call, { session: 'shown' }), gone.signal)
  await card('npm publish --now')
  const shown = JSON.stringify(await (await server.request('/api/waiting')).json())
  expect(shown).toContain('"command":"npm publish --now"')
  gone.abort()
  await expect(asked).rejects.toThrow(/abort/i)
})

test('files of the gate itself stay closed to agents outside', async () => {
  const gone = new AbortController()
  const command = `echo x > ${server.home}/rules`
  const asked = ask(bodyOf(callOf('Bash', { command }), { session: 'own' }), gone.signal)
  const waiting = await card(command)
  await client.command({ type: 'mode_set', thread_id: waiting.thread, permission_mode: 'auto' })
  gone.abort()
  await expect(asked).rejects.toThrow(/abort/i)
  const again = new AbortController()
  const inAuto = ask(bodyOf(callOf('Bash', { command }), { session: 'own' }), again.signal)
  await card(command)
  again.abort()
  await expect(inAuto).rejects.toThrow(/abort/i)
})

test('one that reports says how its call ended', async () => {
  const given = await ask(bodyOf(callOf('Bash', { command: 'ls' }), { session: 'reports', reports: true }))
  const end = (body: unknown) =>
    server.request(`/api/outside/calls/${given.call_id}/ended`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  expect((await end({ ok: true, text: 'a b c' })).status).toBe(200)
  await expect.poll(async () => (await end({ ok: true, text: 'twice' })).status).toBe(404)
  await expect.poll(() => stateOf(given.call_id)).toContain('call_ended')
})

test('whoever makes a call and hangs up does not leave it running', async () => {
  const given = await ask(bodyOf(callOf('Bash', { command: 'ls' }), { session: 'dies', reports: true }))
  const holdAndHangUp = async () => {
    const gone = AbortSignal.timeout(200)
    const held = server.request(`/api/outside/calls/${given.call_id}/running`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
      signal: gone,
    })
    // Hung up here, or answered: it had ended before.
    await held.catch(() => undefined)
    return stateOf(given.call_id)
  }
  await expect.poll(holdAndHangUp, { timeout: 20_000 }).toContain('call_ended')
})

test.each([['{}'], ['{"place":{},"call":{},"reports":1}'], ['[]']])('%s is refused', async (body) => {
  const response = await server.request('/api/outside/calls', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(400)
})

test('a new session takes the mode for other agents; one that there is keeps its own', async () => {
  const change = (outside_mode: string) =>
    server.request('/api/settings', {
      method: 'PATCH',
      body: JSON.stringify({ outside_mode }),
      headers: { 'content-type': 'application/json' },
    })
  const command = 'node scripts/make-pages.mjs'
  const asks = ask(bodyOf(callOf('Bash', { command }), { session: 'before the change' }))
  await answer(await card(command), 'deny')
  expect(await asks).toMatchObject({ verdict: 'deny' })
  expect((await change('plan')).status).toBe(200)
  const planned = await ask(bodyOf(callOf('Bash', { command }), { session: 'after the change' }))
  expect(planned.verdict).toBe('deny')
  expect(planned.reason).toContain('plan')
  const still = ask(bodyOf(callOf('Bash', { command }), { session: 'before the change' }))
  await answer(await card(command), 'allow_once')
  expect(await still).toMatchObject({ verdict: 'allow' })
  expect((await change('yolo')).status).toBe(400)
  expect((await change('default')).status).toBe(200)
})

test('our own command waits for a card, by whatever file it is called and whatever rules say', async () => {
  await server.request('/api/rules', {
    method: 'POST',
    body: JSON.stringify({ list: 'allow', text: 'terminal.exec' }),
    headers: { 'content-type': 'application/json' },
  })
  const main = fileURLToPath(new URL('../../../../cli/src/main.ts', import.meta.url))
  await symlink(main, join(server.workspace, 'innocent.ts'))
  await symlink(join(server.home, 'token'), join(server.workspace, 'notes'))
  for (const command of ['node innocent.ts approvals allow call_1', 'cat notes']) {
    const asking = ask(bodyOf(callOf('Bash', { command })))
    await answer(await card(command), 'deny')
    expect(await asking).toMatchObject({ verdict: 'deny' })
  }
  expect(await ask(bodyOf(callOf('Bash', { command: 'docker run image' })))).toMatchObject({
    verdict: 'allow',
  })
})
