/** @module-tag slow */
import { createSocket, type Socket } from 'node:dgram'
import { networkInterfaces } from 'node:os'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromiums } from './chromium/find.ts'
import { browserRig, type BrowserRig } from './testing/browser-rig.ts'
import { needsChromium } from './testing/needs-chromium.ts'

needsChromium()

let rig: BrowserRig
let socket: Socket
let arrived: string[] = []
let places: readonly string[] = []
beforeAll(async () => {
  rig = await browserRig()
  socket = createSocket('udp4')
  socket.on('message', (_bytes, { address }) => arrived.push(address))
  await new Promise<void>((bound) => socket.bind(0, '0.0.0.0', bound))
  const { port } = socket.address()
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all)
  const addresses = own.filter(({ family }) => family === 'IPv4').map(({ address }) => address)
  places = [...new Set(['127.0.0.1', ...addresses])].map((address) => `${address}:${port}`)
}, 60_000)
afterAll(async () => {
  await rig.close()
  socket.close()
})

const SECONDS = 4

/** What a page does to send a datagram: it asks STUN and TURN servers, and opens QUIC. */
const script = () =>
  places
    .map(
      (place) => `
const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${place}' }, { urls: 'turn:${place}?transport=udp', username: 'a', credential: 'b' }] })
p.createDataChannel('x')
p.createOffer().then((offer) => p.setLocalDescription(offer))
try { new WebTransport('https://${place}/').ready.catch(() => undefined) } catch {}`,
    )
    .map((each) => `{${each}}`)
    .join('')

test('a page sends no datagram: neither WebRTC nor QUIC goes past the proxy', async () => {
  // Without our settings the same page sends some, so the socket would notice.
  const plain = await chromium.launch({
    executablePath: findChromiums(process.env, undefined)[0]?.path ?? '',
    chromiumSandbox: false,
  })
  const page = await plain.newPage()
  await page.goto(`http://127.0.0.1:${rig.village.port}/`)
  await page.evaluate(script())
  await expect.poll(() => arrived.length, { timeout: 20_000 }).toBeGreaterThan(0)
  await plain.close()

  rig.rules('auto', ['browser(domain:shop.example)'])
  rig.answer(() => ({ allow: true }))
  rig.village.serve('shop.example/', `<button onclick="${script().replaceAll('"', "'")}">Go</button>`)
  const { text } = await rig.act({ action: 'navigate', url: 'http://shop.example/' })
  arrived = []
  const pressed = await rig.act({ action: 'click', ref: /Go" \[(e\d+)\]/.exec(text)?.[1] })
  expect(pressed.state).toBe('succeeded')
  await rig.act({ action: 'wait', seconds: SECONDS })
  expect(await rig.session().page.evaluate('typeof RTCPeerConnection')).toBe('function')
  expect(arrived).toEqual([])
}, 120_000)
