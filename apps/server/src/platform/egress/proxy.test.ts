import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { createServer as secureServer } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { connect as secureConnect } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readHello } from './client-hello.ts'
import { openEgressProxy, type EgressProxy, type Leaving } from './proxy.ts'
import { selfSigned } from './testing/self-signed.ts'

const PASSWORD = 'the password of a test'
const right = `Basic ${Buffer.from(`countersign:${PASSWORD}`).toString('base64')}`
const wrong = `Basic ${Buffer.from('countersign:another').toString('base64')}`

let plain: Server
let secure: Server
let proxy: EgressProxy
let connections = 0
let named: string[] = []
let judged: Leaving[] = []
let refused: string[] = []
let reached: string[] = []
/** The client's sockets of a test. */
let open: Socket[] = []

beforeAll(async () => {
  plain = createServer((asked, answer) => answer.end(JSON.stringify(asked.headers)))
  secure = secureServer(selfSigned(), (_asked, answer) => answer.end('secure'))
  for (const server of [plain, secure]) {
    server.on('connection', () => (connections += 1))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  proxy = await openEgressProxy({
    egress: {
      async resolve(host) {
        named.push(host)
        if (host === 'nowhere.example') return []
        return [host === 'own-by-name.example' ? '10.9.9.9' : '93.184.216.34']
      },
      refusal: (host) => (host === '10.9.9.9' || host === 'own.example' ? 'one of our servers' : undefined),
    },
    password: PASSWORD,
    async judge(leaving) {
      judged.push(leaving)
      if (leaving.url.hostname === 'bad.example') return 'a rule blocks it'
      return leaving.address === '10.0.0.5' ? 'a private address' : undefined
    },
    refused: (what, why) => refused.push(`${what}: ${why}`),
    reach(address, port) {
      reached.push(address)
      return { host: '127.0.0.1', port: portOf(port === 443 ? secure : plain) }
    },
  })
})
beforeEach(() => {
  connections = 0
  ;[named, judged, refused, reached, open] = [[], [], [], [], []]
})
afterEach(() => {
  for (const socket of open) socket.destroy()
})
afterAll(async () => {
  await proxy.close()
  for (const server of [plain, secure]) {
    server.closeAllConnections()
    server.close()
  }
})

function portOf(server: Server): number {
  const address = server.address() as AddressInfo // a TCP server that listens has one
  return address.port
}

async function get(url: string, auth: string | undefined) {
  const headers = { connection: 'close', te: 'trailers', ...(auth && { 'proxy-authorization': auth }) }
  const sent = request({ host: '127.0.0.1', port: proxy.port, path: url, headers, agent: false }).end()
  const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }] // of node:http
  let text = ''
  for await (const piece of answer) text += String(piece)
  return { status: answer.statusCode, text }
}

/** Asks for a tunnel; resolves with its socket and the status. */
async function tunnel(to: string, auth: string | undefined = right) {
  const socket = connect(proxy.port, '127.0.0.1')
  open.push(socket)
  socket.on('error', () => undefined)
  socket.write(
    `CONNECT ${to} HTTP/1.1\r\nhost: ${to}\r\n${auth ? `proxy-authorization: ${auth}\r\n` : ''}\r\n`,
  )
  const [head] = (await once(socket, 'data')) as [Buffer] // of node:net
  return { socket, status: Number(head.toString('latin1').split(' ')[1]) }
}

describe('without the password', () => {
  test.each([undefined, wrong])('nothing leaves: %s', async (auth) => {
    expect((await get('http://good.example/', auth)).status).toBe(407)
    expect((await tunnel('good.example:443', auth ?? '')).status).toBe(407)
    expect([connections, named, judged]).toEqual([0, [], []])
  })
})

describe('a name', () => {
  test('is judged, looked up, and judged again by its address, to which alone it connects', async () => {
    const { status, text } = await get('http://good.example/a?b', right)
    expect(status).toBe(200)
    expect(judged.map(({ address }) => address)).toEqual([undefined, '93.184.216.34'])
    expect([named, reached, connections]).toEqual([['good.example'], ['93.184.216.34'], 1])
    expect(text).toContain('"host":"good.example"')
    expect(text).not.toMatch(/proxy-|trailers/)
  })

  test.each(['bad.example', 'own.example'])('that may not be reached is not looked up: %s', async (host) => {
    expect((await get(`http://${host}/`, right)).status).toBe(403)
    expect((await tunnel(`${host}:443`)).status).toBe(403)
    expect([connections, named, reached]).toEqual([0, [], []])
    expect(refused).toHaveLength(2)
  })

  test.each(['own-by-name.example', 'nowhere.example'])('that leads nowhere good: %s', async (host) => {
    expect((await get(`http://${host}/`, right)).status).toBe(403)
    expect((await tunnel(`${host}:443`)).status).toBe(403)
    expect([connections, named]).toEqual([0, [host, host]])
  })

  test('an address is judged once, and not looked up', async () => {
    expect((await get('http://10.0.0.5/', right)).status).toBe(403)
    expect(judged.map(({ address }) => address)).toEqual(['10.0.0.5'])
    expect([connections, named]).toEqual([0, []])
  })
})

describe('a tunnel', () => {
  const hello = async (ALPNProtocols: string[]) => {
    const { socket } = await tunnel('good.example:443')
    const ended = once(socket, 'close').then(() => 'closed')
    const secured = secureConnect({
      socket,
      ALPNProtocols,
      rejectUnauthorized: false,
      servername: 'good.example',
    })
    secured.on('error', () => undefined)
    const begun = new Promise<string>((done) => secured.once('secureConnect', () => done('secured')))
    return Promise.race([ended, begun])
  }

  test('opens for a page, which offers h2', async () => {
    expect(await hello(['h2', 'http/1.1'])).toBe('secured')
    expect(connections).toBe(1)
  })

  test.each([[['http/1.1']], [[]]])(
    'does not open for what offers %j, as a WebSocket does',
    async (offers) => {
      expect(await hello(offers)).toBe('closed')
      expect(connections).toBe(0)
      expect(refused).toEqual(['CONNECT good.example: it is not a page'])
    },
  )

  test.each([
    'GET / HTTP/1.1\r\n\r\n',
    '\u0000\u0003\u0000\u0008!\u0012\u00a4B',
    '\u0016\u0003\u0001\u00ff\u00ff',
  ])('does not open for what is no TLS: %j', async (bytes) => {
    const { socket } = await tunnel('good.example:443')
    socket.write(Buffer.from(bytes, 'latin1'))
    await once(socket, 'close')
    expect(connections).toBe(0)
  })
})

describe('the first record of TLS', () => {
  let whole: Buffer
  beforeAll(async () => {
    const server = createServer().listen(0, '127.0.0.1')
    const got = new Promise<Buffer>((heard) =>
      server.on('connection', (socket: Socket) => socket.once('data', heard)),
    )
    await once(server, 'listening')
    const client = secureConnect({ port: portOf(server), ALPNProtocols: ['h2', 'http/1.1'] })
    client.on('error', () => undefined)
    whole = await got
    client.destroy()
    server.closeAllConnections()
    server.close()
  })

  test('is read when it is complete, and not before', () => {
    expect(readHello(whole)).toEqual({ kind: 'hello', protocols: ['h2', 'http/1.1'] })
    for (let at = 0; at < whole.length; at += 1)
      expect(readHello(whole.subarray(0, at))).toEqual({ kind: 'more' })
  })

  test('offers nothing where its lengths lie, and other bytes are none', () => {
    const forged = Buffer.from(whole)
    // The length of the session id.
    forged[43] = 0xff
    expect(JSON.stringify(readHello(forged))).not.toContain('h2')
    for (const bytes of ['GET / HTTP/1.1', '\u0016\u0003\u0001\u00ff\u00ff'])
      expect(readHello(Buffer.from(bytes, 'latin1'))).toEqual({ kind: 'other' })
  })
})
