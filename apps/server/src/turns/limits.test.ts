/** @module-tag slow */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerMessage } from '@countersign/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testServer, type TestClient, type TestServer } from '../testing/running-server.ts'
import {
  obedient,
  SCRIPTED_WITH_WINDOW,
  scriptedModel,
  type ScriptedAnswer,
  type ScriptedModel,
  type ScriptedRequest,
} from '../testing/scripted-model.ts'
import { scriptedChat } from './testing/scripted-chat.ts'

// Limits that act where they are met, and what the model is told of a limit. Those that end a turn: budgets.test.ts.

interface Bench {
  readonly model: ScriptedModel
  readonly server: TestServer
  readonly client: TestClient
}

async function begin(
  answer: (request: ScriptedRequest) => ScriptedAnswer,
  { window, ...env }: { readonly window?: number; readonly [variable: string]: unknown } = {},
): Promise<Bench> {
  const model = await scriptedModel(answer, window === undefined ? {} : { window })
  const server = await testServer({ ...model.env, ...(env as Record<string, string>) }) // only variables are left
  const client = await server.connect()
  onTestFinished(async () => {
    client.close()
    await server.close()
    await model.close()
  })
  return { model, server, client }
}

const Limits = z.object({ limits: z.array(z.object({ name: z.string(), standard: z.number().nullable() })) })

test('L4 the limits as shipped have the numbers of the specification', async () => {
  const { server } = await begin(obedient)
  const { limits } = Limits.parse(await (await server.request('/api/settings/limits')).json())
  expect(Object.fromEntries(limits.map(({ name, standard }) => [name, standard]))).toMatchObject({
    depth: 3,
    steps: 20,
    parallel: 8,
    subtasks: 32,
    model_calls: 60,
    tool_calls: 200,
    work: 180,
    result_bytes: 50_000,
    history_tokens: 128_000,
    writes: null,
    cost: null,
  })
}, 60_000)

/** A sub-agent that starts another, and so on. */
function nested(deep: number): { readonly name: string; readonly args: object } {
  const instructions = deep === 0 ? 'x' : JSON.stringify({ calls: [nested(deep - 1)] })
  return { name: 'run_subtask', args: { title: `${deep} below`, instructions } }
}

test('L4 sub-agents go 3 deep; the fourth is an error for the model', async () => {
  const { client } = await begin(obedient)
  const chat = await scriptedChat(client)
  await chat.say([nested(3)])
  await chat.ended()
  expect(chat.calls().map(({ depth, state, error_code }) => [depth, state, error_code])).toEqual([
    [0, 'succeeded', null],
    [1, 'succeeded', null],
    [2, 'succeeded', null],
    [3, 'failed', 'depth'],
  ])
}, 60_000)

type ToolRun = Extract<ServerMessage, { type: 'tool_run' }>
const runsOf = (client: TestClient) =>
  client.messages.filter((message): message is ToolRun => message.type === 'tool_run')
const finish = (client: TestClient, { tool_call_id }: ToolRun, text = 'did it') =>
  client.command({ type: 'tool_run_result', tool_call_id, ok: true, text })
const READ = { name: 'stub.get', description: 'x', kind: 'agentTool', effect: 'none' }

test('L4 of ten calls of one step 8 run at once; another begins when one ends', async () => {
  const { client } = await begin(obedient)
  await client.command({ type: 'manifest', tools: [READ] })
  const chat = await scriptedChat(client)
  await chat.say(
    Array.from({ length: 10 }, () => ({ name: 'stub.get', args: {} })),
    { load: ['stub'] },
  )
  while (runsOf(client).length < 8) await client.next()
  // A ninth would have come before this answer.
  await client.command({ type: 'list_tools', thread_id: chat.id })
  const [first, ...others] = runsOf(client)
  expect(others).toHaveLength(7)
  await finish(client, first!) // there are eight
  while (runsOf(client).length < 9) await client.next()
  await Promise.all(others.map((run) => finish(client, run)))
  while (runsOf(client).length < 10) await client.next()
  await Promise.all(
    runsOf(client)
      .slice(8)
      .map((run) => finish(client, run)),
  )
  await chat.ended()
  expect(chat.calls().filter(({ tool, state }) => tool === 'stub.get' && state === 'succeeded')).toHaveLength(
    10,
  )
}, 60_000)

/** The results that the model was sent last. */
const resultsSent = (model: ScriptedModel) =>
  model.requests
    .at(-1)
    ?.messages.flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : [])) ?? []

test('L4 a result is cut after 50,000 bytes, not characters, and so it is in later turns', async () => {
  const { client, model } = await begin(obedient)
  await client.command({ type: 'manifest', tools: [READ] })
  const chat = await scriptedChat(client)
  await chat.say([{ name: 'stub.get', args: {} }], { load: ['stub'] })
  await client.until(({ type }) => type === 'tool_run')
  await Promise.all(runsOf(client).map((run) => finish(client, run, 'ä'.repeat(40_000))))
  await chat.ended()
  const note = '\n[cut: 30000 more bytes; ask for a smaller range to see them]'
  expect(resultsSent(model).at(-1)).toBe(`${'ä'.repeat(25_000)}${note}`)
  await chat.say([])
  await chat.ended(2)
  expect(resultsSent(model).at(-1)).toBe(`${'ä'.repeat(25_000)}${note}`)
}, 60_000)

const isAskedForSummary = ({ messages }: ScriptedRequest) =>
  String(messages.at(-1)?.content).startsWith('Your history is about to be shortened')

const hasSummary = ({ messages }: ScriptedRequest) =>
  messages.some(({ content }) => String(content).startsWith('Summary of the work so far'))

test.each([
  ['that does not say how much it takes keeps 128,000 tokens', undefined],
  ['with a small window has its history shortened to it', 8000],
])(
  'L11 a model %s',
  async (_what, window) => {
    const { client, model, server } = await begin(
      (request) => {
        if (isAskedForSummary(request)) return { text: 'It is about work and play.' }
        return hasSummary(request) ? { text: 'done' } : obedient(request)
      },
      window === undefined ? {} : { window },
    )
    await writeFile(join(server.workspace, 'long.txt'), 'all work and no play\n'.repeat(5000))
    const chat = await scriptedChat(client, window === undefined ? {} : { model: SCRIPTED_WITH_WINDOW })
    await chat.say([{ name: 'files.read', args: { path: 'long.txt' } }])
    await chat.ended()
    const summaries = model.requests.filter(isAskedForSummary).length
    expect(summaries).toBe(window === undefined ? 0 : 1)
    // What follows a summary is short again, and has the request word for word.
    const last = JSON.stringify(model.requests.at(-1)?.messages)
    expect(last.includes('Summary of the work so far')).toBe(window !== undefined)
    expect(last).toContain('files.read')
    expect(last.length / 4).toBeLessThan(window === undefined ? 128_000 : window * 0.75)
  },
  60_000,
)

const sent = (model: ScriptedModel) => JSON.stringify(model.requests.at(-1)?.messages)

/** A chat in which the model never stops, after a person has answered the card about its three steps. */
async function afterThreeSteps(decision: 'allow_once' | 'deny') {
  const { client, model } = await begin(
    ({ messages }) =>
      messages.some(({ content }) => String(content).includes('lets it continue')) ||
      String(messages.at(-1)?.content) === 'and now?'
        ? { text: 'All done.' }
        : { calls: [{ name: 'memory_list', args: {} }] },
    { COUNTERSIGN_MAX_STEPS: '3' },
  )
  const chat = await scriptedChat(client)
  await client.command({ type: 'turn_start', thread_id: chat.id, text: 'go' })
  const { approval } = await client.event('tool_approval_request')
  const { tool_call_id, hash } = approval
  await client.command({ type: 'tool_approval_response', tool_call_id, hash, decision })
  await chat.ended()
  return { chat, client, model }
}

test('the model is told what was used up and what is left when a person lets it go on', async () => {
  const { model } = await afterThreeSteps('allow_once')
  expect(sent(model)).toContain(
    '[A limit of this turn was used up: 3 steps. The person lets it continue. Left now: 57 model calls, 197 tool calls, 32 sub-agents, ',
  )
}, 60_000)

test('the model is told in the next turn that a limit ended the one before', async () => {
  const { chat, client, model } = await afterThreeSteps('deny')
  await client.command({ type: 'turn_start', thread_id: chat.id, text: 'and now?' })
  await chat.ended(2)
  expect(sent(model)).toContain('[Your work ended here: it used up 3 steps, and nobody let it continue.')
}, 60_000)

test('the agent above a sub-agent that used up its 20 steps is told so, and what is left', async () => {
  const { client, model } = await begin(({ messages }) => {
    if (String(messages[0]?.content).includes('You are a sub-agent'))
      return { calls: [{ name: 'memory_list', args: {} }] }
    return messages.some(({ role }) => role === 'tool')
      ? { text: 'done' }
      : { calls: [{ name: 'run_subtask', args: { title: 'endless', instructions: 'x' } }] }
  })
  const chat = await scriptedChat(client)
  await client.command({ type: 'turn_start', thread_id: chat.id, text: 'go' })
  await chat.ended()
  const told = resultsSent(model).at(-1) ?? ''
  expect(JSON.parse(told)).toMatchObject({
    error: 'iterations',
    message: 'stopped after 20 steps; what was done is kept',
    left: expect.stringMatching(/^39 model calls, 179 tool calls, 31 sub-agents, .* of work$/) as unknown,
  })
}, 60_000)
