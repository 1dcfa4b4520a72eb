/** @module-tag slow */
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ThreadId, TurnId } from '@countersign/protocol'
import { openTraces } from './traces.ts'
import { testServer, type TestClient, type TestServer } from '../testing/running-server.ts'

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
})
const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
})

const SECRET = 'sk-live-0123456789abcdefghij'
const exported: string[] = []
const OPERATIONS = join(import.meta.dirname, '../../../../docs/operations.md')

let collector: Server
let endpoint: string
beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      exported.push(body)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{}')
    })
  })
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
  const { port } = collector.address() as AddressInfo // a TCP server that listens has one
  endpoint = `http://127.0.0.1:${port}`
})
afterAll(() => new Promise((closed) => collector.close(closed)))
let server: TestServer
beforeAll(async () => {
  server = await testServer({ COUNTERSIGN_TRACES: 'on', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
})

const figure = async (series: string) => valueOf(await (await server.request('/metrics')).text(), series)

/** All that was sent to the collector; complete once the server is closed. */
function sentSpans(): z.infer<typeof Span>[] {
  return exported.flatMap((body) =>
    Export.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
}

async function begin(client: TestClient, text: string, mode = 'default'): Promise<string> {
  const created = await client.command({ type: 'thread_create', permission_mode: mode })
  if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
  const { thread_id } = created
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id, text })
  return thread_id
}

/** The value of a series, by its name with labels. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('a turn is in the figures, what was said is not', async () => {
  const client = await server.connect()
  const thread_id = await begin(client, 'list the files')
  await client.event('turn_updated', ({ turn }) => turn.state === 'done')
  await client.command({ type: 'turn_start', thread_id, text: `write key.txt: ${SECRET}` })
  await client.event('tool_approval_request')

  const answer = await server.request('/metrics')
  expect(answer.headers.get('content-type')).toContain('text/plain')
  const text = await answer.text()
  expect(valueOf(text, 'countersign_turns_total{how="answered"}')).toBe(1)
  expect(valueOf(text, 'countersign_call_seconds_count{category="read",how="succeeded"}')).toBe(1)
  expect(valueOf(text, 'countersign_model_call_seconds_count{provider="demo",how="finished"}')).toBe(3)
  expect(valueOf(text, 'countersign_cost_usd_total{provider="demo"}')).toBe(0)
  expect(valueOf(text, 'countersign_calls_running')).toBe(0)
  expect(valueOf(text, 'countersign_approvals_waiting')).toBe(1)
  expect(valueOf(text, 'countersign_sockets')).toBe(1)
  expect(valueOf(text, 'process_cpu_seconds_total')).toBeGreaterThan(0)
  expect(text).not.toContain(SECRET)
  expect(text).not.toContain(thread_id)
  client.close()
  await expect.poll(() => figure('countersign_sockets'), { timeout: 30_000 }).toBe(0)
})

test('figures rise while something runs, and fall when it ended', async () => {
  const client = await server.connect()
  await begin(client, 'run until [ -e go ]; do sleep 0.05; done', 'auto')
  await expect.poll(() => figure('countersign_calls_running'), { timeout: 30_000 }).toBe(1)
  const live = (await figure('countersign_turns_live')) ?? 0
  expect(live).toBeGreaterThan(0)
  await writeFile(join(server.workspace, 'go'), '')
  await client.event('turn_updated', ({ turn }) => turn.state === 'done')
  await expect.poll(() => figure('countersign_turns_live'), { timeout: 30_000 }).toBeLessThan(live)
  expect(await figure('countersign_calls_running')).toBe(0)
  expect(await figure('countersign_call_seconds_count{category="execute",how="succeeded"}')).toBe(1)
  expect(await figure('countersign_turns_total{how="answered"}')).toBe(2)
  client.close()
})

test('the page for those who run it lists the figures that there are', async () => {
  const text = await (await server.request('/metrics')).text()
  const served = [...text.matchAll(/^# TYPE (countersign_\w+) /gm)].map(([, name]) => name)
  const listed = [...(await readFile(OPERATIONS, 'utf8')).matchAll(/`(countersign_\w+)(?:\{[\w,]*\})?`/g)]
  expect(new Set(listed.map(([, name]) => name))).toEqual(new Set(served))
})

test('turns are traces, with model calls and tool calls in them, those of sub-agents too; what was said is not', async () => {
  const client = await server.connect()
  await begin(client, 'show sub-agents', 'auto')
  await client.event('turn_updated', ({ turn }) => turn.state === 'done')
  client.close()
  // What is left is sent before it ends.
  await server.close()
  const spans = sentSpans()
  const turns = new Map(spans.filter(({ name }) => name === 'turn').map((span) => [span.spanId, span]))
  expect(turns.size).toBeGreaterThanOrEqual(3)
  const within = spans.filter(({ name }) => name !== 'turn')
  expect(new Set(within.map(({ name }) => name))).toEqual(new Set(['model', 'call']))
  for (const span of within) expect(turns.get(span.parentSpanId ?? '')?.traceId).toBe(span.traceId)

  const calls = within.filter(({ name }) => name === 'call').map(({ attributes }) => valuesOf(attributes))
  expect(calls[0]).toMatchObject({ 'countersign.tool': 'files.list', 'countersign.how': 'succeeded' })
  const deepest = calls.filter((call) => call['countersign.depth'] === 2)
  expect(deepest).toHaveLength(2)
  for (const call of deepest) expect(call['countersign.parent_id']).toMatch(/^call_/)
  expect(exported.join()).not.toContain(SECRET)
})

test('without `COUNTERSIGN_TRACES` nothing is loaded and nothing sent', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'otlp' }
  expect(await openTraces(env, { version: '1', boot: 'b' })).toBeUndefined()
})

test('a collector that is not there is an error once traces are closed, soon, and nothing before', async () => {
  const env = { COUNTERSIGN_TRACES: 'on', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  const traces = await openTraces(env, { version: '1', boot: 'b' })
  const turn = { turnId: TurnId.parse('trn_1'), threadId: ThreadId.parse('thr_1'), model: 'demo' }
  traces?.observer.turnTaken(turn)('answered')
  await expect(traces?.close()).rejects.toThrow(/ECONNREFUSED|in time/)
})

function valuesOf(attributes: z.infer<typeof Span>['attributes']): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
