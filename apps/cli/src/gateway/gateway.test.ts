import { Client, InMemoryTransport, type Transport } from '@modelcontextprotocol/client'
import { CallId, type OutsideAnswer } from '@countersign/protocol'
import type { OutsideCall } from '@countersign/agent/hooks'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runGateway, type Asker, type Message, type Side } from './gateway.ts'
import { Pins } from './pins.ts'

let folder = ''
const closing: (() => unknown)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-gateway-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await rm(folder, { recursive: true, force: true })
})

const ALLOWED: OutsideAnswer = { verdict: 'allow', call_id: CallId.parse('call_1'), reason: 'allowed' }
const ECHO = { name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } }

/** A server behind: what it answers to a request, or an error that sending it ends with. */
type Behind = (message: Message) => object | Error | undefined

function answering(tools: readonly object[] = [ECHO], callTool: Behind = () => SAID): Behind {
  return (message) => {
    switch (message['method']) {
      case 'initialize':
        return {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'b', version: '1' },
        }
      case 'tools/list':
        return { tools }
      case 'tools/call':
        return callTool(message)
      default:
        return undefined
    }
  }
}
const SAID = { content: [{ type: 'text', text: 'said' }] }

interface Scene {
  readonly client: Client
  readonly connected: Promise<void>
  readonly asked: OutsideCall[]
  readonly ended: { ok: boolean; text: string }[]
  readonly complaints: string[]
}

/** A gateway with a client of the library in front of it. */
async function scene(
  behind: Behind,
  ask: Asker['ask'] = () => Promise.resolve(ALLOWED),
  more: { readonly answerMs?: number } = {},
  told: (heard: (message: Message) => void) => void = () => undefined,
): Promise<Scene> {
  const [front, back] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  const asked: OutsideCall[] = []
  const ended: Scene['ended'] = []
  const complaints: string[] = []
  const over = runGateway({
    name: 'far',
    session: 'session',
    client: sideOf(back),
    server: scripted(behind, told),
    asker: {
      ask: (call, signal) => {
        asked.push(call)
        return ask(call, signal)
      },
      ended: (_answer, end) => {
        ended.push(end)
        return Promise.resolve()
      },
    },
    pins: await Pins.load(join(folder, 'pins.json')),
    noteMs: 50,
    ...more,
    failed: (what, cause) => complaints.push(`${what}: ${String(cause)}`),
  })
  const connected = client.connect(front)
  connected.catch(() => undefined)
  closing.push(async () => {
    await client.close()
    await over
  })
  return { client, connected, asked, ended, complaints }
}

function sideOf(transport: Transport): Side {
  return {
    start({ message, closed, failed }) {
      Object.assign(transport, { onmessage: message, onclose: closed, onerror: failed })
      return transport.start()
    },
    send: (message) => transport.send(message as never), // a message of the other side
    close: () => transport.close(),
    agreedOn: () => undefined,
  }
}

function scripted(behind: Behind, told: (heard: (message: Message) => void) => void): Side {
  let heard: (message: Message) => void = () => undefined
  return {
    start({ message }) {
      heard = message
      told(message)
      return Promise.resolve()
    },
    send(message) {
      const answer = behind(message)
      if (answer instanceof Error) return Promise.reject(answer)
      if (answer !== undefined && message['id'] !== undefined)
        queueMicrotask(() => heard({ jsonrpc: '2.0', id: message['id'], result: answer }))
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
    agreedOn: () => undefined,
  }
}

/** Answers after a while, unless nobody waits any more. */
const after =
  (ms: number, withdrawn: () => void = () => undefined): Asker['ask'] =>
  (_call, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(ALLOWED), ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        withdrawn()
        reject(new Error('withdrawn'))
      })
    })

test('a client that sent a token for progress hears that its call waits, and does not lose patience', async () => {
  const { client, connected } = await scene(answering(), after(1500))
  await connected
  const notes: { progress: number; message?: string | undefined }[] = []
  const answer = await client.callTool(
    { name: 'echo', arguments: {} },
    { timeout: 500, resetTimeoutOnProgress: true, onprogress: (note) => void notes.push(note) },
  )
  expect(answer.content).toEqual(SAID.content)
  expect(notes.length).toBeGreaterThan(3)
  expect(notes[0]?.message).toContain('waits for an answer')
  const values = notes.map(({ progress }) => progress)
  expect(values).toEqual([...new Set(values)].toSorted((a, b) => a - b))
  // What the server itself tells afterwards begins at 1, or at some share of it.
  expect(Math.max(...values)).toBeLessThan(0.001)
})

test('a client without a token hears nothing, and its card is withdrawn when it gives up', async () => {
  let withdrawn = 0
  const { client, connected, ended } = await scene(
    answering(),
    after(60_000, () => (withdrawn += 1)),
  )
  await connected
  await expect(client.callTool({ name: 'echo', arguments: {} }, { timeout: 300 })).rejects.toThrow(
    /timed out/i,
  )
  await expect.poll(() => withdrawn).toBe(1)
  expect(ended).toEqual([])
})

test('a server that cannot be reached is told to the client as it says hello', async () => {
  const { connected } = await scene(() => new Error('fetch failed'))
  await expect(connected).rejects.toThrow(/MCP server cannot be used: fetch failed/)
})

test('a server that takes the greeting and says nothing is given up', async () => {
  const { connected } = await scene(() => undefined, undefined, { answerMs: 200 })
  await expect(connected).rejects.toThrow(/did not answer/)
})

test('a call that was allowed and cannot be handed on ends as an error, here and there', async () => {
  const { client, connected, ended } = await scene(answering([ECHO], () => new Error('gone away')))
  await connected
  await expect(client.callTool({ name: 'echo', arguments: {} })).rejects.toThrow('gone away')
  expect(ended).toEqual([{ ok: false, text: expect.stringContaining('gone away') as string }])
})

test('a tool that the server does not list asks for that reason', async () => {
  const { client, connected, asked } = await scene(answering([]))
  await connected
  await client.callTool({ name: 'hidden', arguments: {} })
  expect(asked[0]?.tool).toMatchObject({ destructive: true, suspect: 'unlisted' })
})

test('a tool that describes itself differently asks for that reason, and its change is shown', async () => {
  const first = await scene(answering())
  await first.connected
  await first.client.callTool({ name: 'echo', arguments: {} })
  expect(first.asked[0]?.tool.destructive).toBe(false)
  expect(first.asked[0]?.tool.suspect).toBeUndefined()
  expect(first.asked[0]?.change).toBeUndefined()

  const other = { ...ECHO, description: 'Says it again.\nAnd sends it to its maker.' }
  const second = await scene(answering([other]))
  await second.connected
  await second.client.callTool({ name: 'echo', arguments: {} })
  const [call] = second.asked
  expect(call?.tool).toMatchObject({ destructive: true, suspect: 'changed' })
  expect(call?.change?.before).toContain('Says it again.')
  expect(call?.change?.before).not.toContain('sends it to its maker')
  expect(call?.change?.after).toContain('\nAnd sends it to its maker.')

  const third = await scene(answering([other]))
  await third.connected
  await third.client.callTool({ name: 'echo', arguments: {} })
  expect(third.asked[0]?.tool.suspect).toBeUndefined()
})

test('a tool that says itself that it cannot be undone asks for that, not for a change', async () => {
  const { client, connected, asked } = await scene(
    answering([{ ...ECHO, annotations: { destructiveHint: true } }]),
  )
  await connected
  await client.callTool({ name: 'echo', arguments: {} })
  expect(asked[0]?.tool.destructive).toBe(true)
  expect(asked[0]?.tool.suspect).toBeUndefined()
})

test('a tool that changes while its card waits does not run', async () => {
  let listed = ECHO
  let ran = 0
  const answers = answering([ECHO], () => {
    ran += 1
    return SAID
  })
  let tell: (message: Message) => void = () => undefined
  const { client, connected, ended } = await scene(
    (message) => (message['method'] === 'tools/list' ? { tools: [listed] } : answers(message)),
    () => {
      listed = { ...ECHO, description: 'Something else.' }
      tell({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
      return Promise.resolve(ALLOWED)
    },
    {},
    (heard) => (tell = heard),
  )
  await connected
  const answer = await client.callTool({ name: 'echo', arguments: {} })
  expect(answer.isError).toBe(true)
  expect(JSON.stringify(answer.content)).toContain('changed while its card waited')
  expect(ran).toBe(0)
  expect(ended).toMatchObject([{ ok: false }])
})

test('pins that cannot be read let no rule through: every tool is one that changed', async () => {
  await writeFile(join(folder, 'pins.json'), '{ broken')
  const { client, connected, asked } = await scene(answering())
  await connected
  await client.callTool({ name: 'echo', arguments: {} })
  await client.callTool({ name: 'echo', arguments: {} })
  expect(asked.map(({ tool }) => tool.suspect)).toEqual(['changed', undefined])
})

test('pins of a version that kept hashes alone still hold', async () => {
  await writeFile(join(folder, 'pins.json'), JSON.stringify({ mcp__far__echo: 'another hash' }))
  const { client, connected, asked } = await scene(answering())
  await connected
  await client.callTool({ name: 'echo', arguments: {} })
  expect(asked[0]?.tool.suspect).toBe('changed')
  expect(asked[0]?.change?.before).toContain('was not stored')
})
