import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { ROUTES } from '@countersign/protocol'
import { PERSON_COMMANDS } from '../../../apps/server/src/auth/testing/person-acts.ts'
import { nonceOf, signInPage } from '../../../apps/server/src/testing/page.ts'
import type { Attack } from '../attack.ts'
import { hold } from '../outcome.ts'
import type { Ground } from '../ground.ts'
import { freePort, Product } from '../product.ts'

/** Cookies of every name that a session ever had or may have, with all values that a page knows. */
async function cookieOf({ person, server }: Ground): Promise<string> {
  const [token, access, ticket] = [
    await server.token(),
    await person.page.access(),
    await person.page.ticket(),
  ]
  const names = ['countersign_session', 'session', 'token', 'access', 'ticket', 'countersign']
  return names
    .flatMap((name) => [token, access, ticket, person.page.session].map((value) => `${name}=${value}`))
    .join('; ')
}

const RULE = { list: 'allow', text: 'terminal.exec(rm *)' }

/** Tries to save a rule with these headers; returns the status. */
async function keepRule(origin: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const answer = await fetch(`${origin}/api/rules`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(RULE),
  })
  return answer.status
}

async function refusedRule(ground: Ground, headers: Readonly<Record<string, string>>): Promise<void> {
  const status = await keepRule(ground.person.origin, headers)
  hold(status === 401 || status === 403, `a rule was kept: ${status}`)
  hold(!(await ground.person.rules()).includes(RULE.text), 'the rule is there')
}

const cookies: readonly Attack[] = [
  {
    point: 1,
    name: 'a cookie alone, on every route that is not open',
    async run(ground) {
      const cookie = await cookieOf(ground)
      const { origin } = ground.person
      for (const { method, path } of ROUTES.filter(({ needs }) => needs !== 'open')) {
        if (path === '/ws') continue
        const answer = await fetch(`${origin}${path.replaceAll(/:\w+/g, 'nothing')}`, {
          method,
          headers: { cookie, origin, 'content-type': 'application/json' },
          ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
        })
        await answer.arrayBuffer()
        hold(answer.status === 401, `${method} ${path} answered ${answer.status}`)
      }
    },
  },
  {
    point: 1,
    name: 'a cookie alone, with every command of a person',
    async run(ground) {
      const cookie = await cookieOf(ground)
      const { origin } = ground.person
      for (const [type, fields] of PERSON_COMMANDS) {
        const answer = await fetch(`${origin}/api/commands`, {
          method: 'POST',
          headers: { cookie, origin, 'content-type': 'application/json' },
          body: `{"type":"${type}",${fields}}`,
        })
        hold(answer.status === 401, `${type} answered ${answer.status}`)
      }
    },
  },
  {
    point: 1,
    name: 'a cookie alone opens no socket',
    async run(ground) {
      const { origin } = ground.person
      const status = await handshake(`${origin}/ws`, {
        origin,
        cookie: await cookieOf(ground),
      })
      hold(status !== 101, 'the socket opened')
    },
  },
  {
    point: 1,
    name: 'what the page of another port is sent signs nothing in',
    async run(ground) {
      // A program on loopback receives all cookies of the browser, so none of them may sign anything in.
      const heard: Record<string, string>[] = []
      const other = createServer((request, response) => {
        heard.push({ cookie: request.headers.cookie ?? '' })
        response.end()
      })
      await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
      const { port } = other.address() as AddressInfo // it listens on a port
      const signIn = await fetch(`${ground.person.origin}/`, { redirect: 'manual' })
      const set = signIn.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
      await fetch(`http://localhost:${port}/`, { headers: { cookie: set.join('; ') } })
      other.close()
      hold(set.length === 0, `the page sets cookies: ${set.join(', ')}`)
      await refusedRule(ground, { cookie: heard[0]?.['cookie'] ?? '' })
    },
  },
]

const origins: readonly Attack[] = (
  [
    ['another scheme', (origin: string) => origin.replace('http:', 'https:')],
    ['another port', () => 'http://localhost:1'],
    ['another name of this machine', (origin: string) => origin.replace('localhost', '127.0.0.1')],
    ['the other loopback', (origin: string) => origin.replace('localhost', '[::1]')],
    ['another host', () => 'http://attacker.example.com'],
    ['no origin at all (`null`)', () => 'null'],
    ['a name that begins like ours', (origin: string) => `${origin}.example.com`],
  ] as const
).flatMap(([what, other]): readonly Attack[] => [
  {
    point: 1,
    name: `a signed request from ${what}`,
    async run(ground) {
      const signature = await ground.person.page.signature('POST', '/api/rules')
      await refusedRule(ground, { origin: other(ground.person.origin), 'countersign-signature': signature })
    },
  },
  {
    point: 1,
    name: `a ticket from ${what}`,
    async run({ person }) {
      const ticket = await person.page.ticket()
      const status = await handshake(`${person.origin}/ws?ticket=${ticket}`, { origin: other(person.origin) })
      hold(status !== 101, 'the socket opened')
    },
  },
])

const hosts: Attack = {
  point: 1,
  name: 'a Host of another name (DNS rebinding)',
  async run({ person, server }) {
    const port = await server.port()
    const signature = await person.page.signature('POST', '/api/rules')
    const status = await new Promise<number>((answered, failed) => {
      const sent = httpRequest(
        {
          host: '127.0.0.1',
          port,
          path: '/api/rules',
          method: 'POST',
          headers: { host: `attacker.example.com:${port}`, 'countersign-signature': signature },
        },
        (response) => {
          response.resume()
          answered(response.statusCode ?? 0)
        },
      )
      sent.on('error', failed)
      sent.end('{}')
    })
    hold(status === 403 || status === 401, `answered ${status}`)
  },
}

const replays: readonly Attack[] = [
  {
    point: 1,
    name: 'a signature that is sent again',
    async run({ person }) {
      const signature = await person.page.signature('POST', '/api/session/access')
      const send = () =>
        fetch(`${person.origin}/api/session/access`, {
          method: 'POST',
          headers: { origin: person.origin, 'countersign-signature': signature },
        })
      hold((await send()).status === 200, 'the page cannot even sign once')
      for (let again = 0; again < 3; again += 1) hold((await send()).status === 401, 'it counted again')
    },
  },
  {
    point: 1,
    name: 'one signature, ten times at once',
    async run({ person }) {
      const signature = await person.page.signature('POST', '/api/session/access')
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          fetch(`${person.origin}/api/session/access`, {
            method: 'POST',
            headers: { origin: person.origin, 'countersign-signature': signature },
          }),
        ),
      )
      const counted = answers.filter(({ status }) => status === 200).length
      hold(counted === 1, `it counted ${counted} times`)
    },
  },
  {
    point: 1,
    name: 'a signature for another path, another method, or over a nonce of the attacker',
    async run(ground) {
      const { page } = ground.person
      for (const signature of [
        await page.signature('POST', '/api/session/access'),
        await page.signature('GET', '/api/rules'),
        await page.signature('POST', '/api/rules', `${Date.now() + 60_000}.00.00`),
        `${page.session}.${await nonceOf(ground.person.origin)}.`,
      ])
        await refusedRule(ground, { origin: ground.person.origin, 'countersign-signature': signature })
    },
  },
  {
    point: 1,
    name: 'a key of the attacker under the session of the page',
    async run(ground) {
      const other = await signInPage(await ground.person.newAddress())
      const signature = await other.signature('POST', '/api/rules')
      const forged = signature.replace(other.session, ground.person.page.session)
      await refusedRule(ground, { origin: ground.person.origin, 'countersign-signature': forged })
    },
  },
  {
    point: 1,
    name: 'a token for reading, used to change',
    async run(ground) {
      await refusedRule(ground, { authorization: `Bearer ${await ground.person.page.access()}` })
    },
  },
  {
    point: 1,
    name: 'a ticket, a second time and ten times at once',
    async run({ person }) {
      const ticket = await person.page.ticket()
      const opened = await Promise.all(Array.from({ length: 10 }, () => person.page.socket(ticket)))
      const sockets = opened.filter((one) => typeof one !== 'number')
      for (const socket of sockets) socket.close()
      hold(sockets.length === 1, `it opened ${sockets.length} sockets`)
      const again = await person.page.socket(ticket)
      hold(again === 401, 'it opened one more')
    },
  },
  {
    point: 1,
    name: 'a code, a second time and ten times at once; a ticket as a code',
    async run({ person }) {
      const address = await person.newAddress()
      const tries = await Promise.allSettled(Array.from({ length: 10 }, () => signInPage(address)))
      const count = tries.filter(({ status }) => status === 'fulfilled').length
      hold(count === 1, `it signed in ${count} pages`)
      for (const code of [address.split('#code=')[1] ?? '', await person.page.ticket()]) {
        const again = await signInPage(`${person.origin}/#code=${code}`).catch(() => undefined)
        hold(again === undefined, 'it signed in one more')
      }
    },
  },
  {
    point: 1,
    name: 'a nonce after its minute, and a ticket after its half minute',
    long: true,
    async run(ground) {
      const { person } = ground
      const signature = await person.page.signature('POST', '/api/rules')
      const ticket = await person.page.ticket()
      await delay(62_000)
      await refusedRule(ground, { origin: person.origin, 'countersign-signature': signature })
      hold((await person.page.socket(ticket)) === 401, 'the old ticket opened a socket')
    },
  },
]

const Sessions = z.object({
  sessions: z.array(z.object({ id: z.string(), created_at: z.number(), expires_at: z.number() })),
})

const lives: readonly Attack[] = [
  {
    point: 1,
    name: 'both loopbacks are held',
    async run({ server }) {
      const port = await server.port()
      for (const host of ['127.0.0.1', '[::1]', 'localhost'])
        hold((await fetch(`http://${host}:${port}/healthz`)).status === 200, `${host} does not answer`)
    },
  },
  {
    point: 1,
    name: 'a session that was revoked: its requests, its reading and its open socket',
    async run({ person }) {
      const other = await signInPage(await person.newAddress())
      const access = await other.access()
      const socket = await other.socket()
      if (typeof socket === 'number') throw new Error(`no socket: ${socket}`)
      const closed = new Promise<number>((end) => socket.once('close', end))
      await person.send('DELETE', `/api/sessions/${other.session}`)
      hold((await Promise.race([closed, delay(10_000, 0)])) === 1008, 'its socket stayed open')
      const read = await fetch(`${person.origin}/api/me`, { headers: { authorization: `Bearer ${access}` } })
      hold(read.status === 401, 'it still reads')
      const signed = await other.request('/api/session/access', { method: 'POST' })
      hold(signed.status === 401, 'it still signs')
    },
  },
  {
    point: 1,
    name: 'no session lasts for more than 30 days',
    async run({ person }) {
      const { sessions } = Sessions.parse(await person.get('/api/sessions'))
      hold(sessions.length > 0, 'the page is not listed')
      for (const { created_at, expires_at } of sessions)
        hold(expires_at - created_at <= 30 * 24 * 3_600_000, 'a session lasts longer')
    },
  },
  {
    point: 1,
    name: 'a session that has expired, at a server that starts 31 days later',
    long: true,
    async run(ground) {
      const place = await ground.newPlace()
      const port = await freePort()
      const first = await Product.start(ground.setting, place, {}, port)
      const { page } = await first.person()
      hold((await page.request('/api/me')).status === 200, 'the page is not signed in')
      await first.kill('SIGTERM')
      const shift = join(place.folder, 'later.cjs')
      await writeFile(shift, `const now = Date.now; Date.now = () => now() + ${31 * 24 * 3_600_000}`)
      const second = await Product.start(ground.setting, place, { NODE_OPTIONS: `--require ${shift}` }, port)
      try {
        const asked = await page.request('/api/session/access', { method: 'POST' })
        hold(asked.status === 401, `it was answered with ${asked.status}`)
      } finally {
        await second.remove()
      }
    },
  },
  {
    point: 1,
    name: 'a second server on another port leaves the first signed in',
    async run(ground) {
      const second = await ground.start()
      const other = await second.person()
      hold((await other.page.request('/api/me')).status === 200, 'the second does not know its page')
      hold((await ground.person.page.request('/api/me')).status === 200, 'the first has lost its page')
      const signature = await other.page.signature('POST', '/api/rules')
      await refusedRule(ground, { origin: ground.person.origin, 'countersign-signature': signature })
      await second.kill('SIGTERM')
    },
  },
  {
    point: 1,
    name: 'a start beside a program that has one of them is refused',
    long: true,
    async run(ground) {
      for (const host of ['::1', '127.0.0.1']) {
        const other = createServer()
        const taken = await freePort()
        await new Promise<void>((listening) => other.listen(taken, host, listening))
        const place = await ground.newPlace()
        const start = Product.begin(ground.setting, place, {}, taken)
        const { code, output } = await start.ended
        await start.remove()
        other.close()
        hold(code !== 0 && /taken/.test(output), `it started beside ${host}: ${output}`)
      }
    },
  },
]

/** The status of a handshake, once its connection is closed; 101 if it was opened. */
function handshake(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((settle, failed) => {
    const asked = httpRequest(url, {
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
        ...headers,
      },
    })
    asked.once('upgrade', (_response, socket) => {
      socket.destroy()
      settle(101)
    })
    asked.once('response', (response) => {
      response.resume()
      // If a connection stays open after the refusal, anyone can exhaust them.
      const open = setTimeout(() => failed(new Error('a refused socket stays open')), 10_000)
      response.socket.once('close', () => {
        clearTimeout(open)
        settle(response.statusCode ?? 0)
      })
    })
    asked.once('error', failed)
    asked.end()
  })
}

export const SESSIONS: readonly Attack[] = [...cookies, ...origins, hosts, ...replays, ...lives]
