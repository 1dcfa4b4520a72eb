import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testServer, type TestServer } from '../testing/running-server.ts'

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
let collector: Server
let server: TestServer

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
  server = await testServer({
    COUNTERSIGN_TRACES: 'on',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  })
})
afterAll(() => new Promise((closed) => collector.close(closed)))

/** The value of a series, by its name with labels. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('a turn is in the figures and, when they are on, in the traces; what was said is in neither', async () => {
  const client = await server.connect()
  const created = await client.command({ type: 'thread_create' })
  if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
  const { thread_id } = created
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id, text: 'list the files' })
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
  await server.close()
  const spans = exported.flatMap((body) =>
    Export.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
  const call = spans.find(({ name }) => name === 'call')
  const turn = spans.find(({ spanId }) => spanId === call?.parentSpanId)
  expect(turn?.name).toBe('turn')
  expect(call?.traceId).toBe(turn?.traceId)
  expect(call?.attributes).toContainEqual({ key: 'countersign.tool', value: { stringValue: 'files.list' } })
  expect(spans.filter(({ name }) => name === 'model').length).toBe(3)
  expect(exported.join()).not.toContain(SECRET)
})
