import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// A model that never stops, against the whole product in one process: it is cut, told, and the process stays small.

const LONG = 'never ending '.repeat(400)
const delta = (value: object) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'x', choices: [{ index: 0, delta: value, finish_reason: null }] })}\n\n`

/** What is sent first, and then for ever. */
const ENDLESS: Readonly<Record<string, readonly [string, string]>> = {
  text: ['', delta({ content: LONG })],
  thoughts: ['', delta({ reasoning_content: LONG })],
  arguments: [
    delta({
      tool_calls: [
        { index: 0, id: 't', type: 'function', function: { name: 'files_list', arguments: '{"path":"' } },
      ],
    }),
    delta({ tool_calls: [{ index: 0, function: { arguments: LONG } }] }),
  ],
  'a line without an end': ['data: ', LONG],
}

let provider: Server
let port = 0
let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cs-endless-'))
  provider = createServer((request, response) => {
    if (request.method === 'GET') {
      response.end('{"data":[{"id":"any"}]}')
      return
    }
    const [first, more] = ENDLESS[decodeURIComponent(request.url?.split('/')[1] ?? '')] ?? ['', '']
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(first)
    const write = () => {
      while (!response.destroyed && response.write(more));
    }
    response.on('drain', write)
    request.resume().on('end', write)
  })
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
  port = (provider.address() as AddressInfo).port // it listens on a port
})
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  await rm(home, { recursive: true, force: true })
})

/** The most memory that a process had, in megabytes. */
function peak(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    // It has just ended.
    return 0
  }
}

describe.runIf(process.platform === 'linux')('a model that never stops', () => {
  test.each(Object.keys(ENDLESS))(
    '%s',
    async (kind) => {
      const main = join(import.meta.dirname, '../main.ts')
      const args = ['run', '-p', 'go', '--model', 'compatible/any', '--output', 'json']
      const child = spawn(process.execPath, ['--conditions=countersign-source', main, ...args], {
        cwd: home,
        env: {
          ...process.env,
          COUNTERSIGN_HOME: join(home, 'data'),
          COUNTERSIGN_LOCAL_MODELS: 'off',
          COUNTERSIGN_COMPATIBLE_URL: `http://127.0.0.1:${port}/${encodeURIComponent(kind)}`,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const said: Buffer[] = []
      child.stdout.on('data', (data: Buffer) => said.push(data))
      let most = 0
      const look = setInterval(() => (most = Math.max(most, peak(child.pid ?? 0))), 100)
      const code = await new Promise((ended) => child.on('close', ended))
      clearInterval(look)
      const result: unknown = JSON.parse(Buffer.concat(said).toString('utf8'))
      const ends = kind === 'a line without an end' ? ['provider', 4] : ['budget', 3]
      expect(result).toMatchObject({ outcome: ends[0] })
      expect(code).toBe(ends[1])
      expect(most).toBeGreaterThan(50)
      expect(most).toBeLessThan(600)
      console.info(`${kind}: at most ${Math.round(most)} MB`)
    },
    120_000,
  )
})
