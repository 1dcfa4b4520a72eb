/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TABS } from './session.ts'
import { browserRig, type BrowserRig } from './testing/browser-rig.ts'
import { needsChromium } from './testing/needs-chromium.ts'

needsChromium()

let rig: BrowserRig
beforeAll(async () => {
  rig = await browserRig()
  rig.rules('default', ['browser(domain:shop.example)'])
  rig.answer(() => ({ allow: false }))
}, 60_000)
afterAll(() => rig.close())

async function open(html: string): Promise<string> {
  rig.village.serve('shop.example/', html)
  return (await rig.act({ action: 'navigate', url: 'http://shop.example/' })).text
}

test('hover opens what a page shows under the pointer', async () => {
  const text = await open(
    "<button onmouseenter=\"this.insertAdjacentHTML('afterend','<p>Below it</p>')\">Menu</button>",
  )
  expect(text).not.toContain('Below it')
  const ref = /Menu" \[(e\d+)\]/.exec(text)?.[1]
  expect((await rig.act({ action: 'hover', ref })).text).toContain('Below it')
})

test('scroll goes down and up by screens, and shows what loads there', async () => {
  await open(
    `<body style="height:5000px;margin:0"><script>addEventListener('scroll',()=>document.body.append('at '+scrollY+'. '))</script>`,
  )
  const place = () => rig.session().page.evaluate('scrollY')
  await rig.act({ action: 'scroll', down: 2 })
  await expect.poll(place).toBe(1400)
  await rig.act({ action: 'scroll' })
  await expect.poll(place).toBe(2100)
  await rig.act({ action: 'scroll', down: -1 })
  await expect.poll(place).toBe(1400)
  expect((await rig.act({ action: 'snapshot' })).text).toContain('at 2100.')
})

test('tabs lists them, switches, and there are five at most', async () => {
  await open('<title>First</title><button onclick="window.open(\'/more\')">Window</button>')
  rig.village.serve('shop.example/more', '<title>More</title><p>Another page</p>')
  for (let at = 1; at < TABS; at += 1)
    expect(await rig.act({ action: 'open_tab', url: 'http://shop.example/more' })).toMatchObject({
      state: 'succeeded',
    })
  const full = await rig.act({ action: 'open_tab', url: 'http://shop.example/more' })
  expect(full).toMatchObject({ state: 'failed', code: 'too_many_tabs' })
  const listed = (await rig.act({ action: 'tabs' })).text.split('\n')
  expect(listed).toHaveLength(TABS)
  expect(listed[0]).toBe('  1. http://shop.example/ “First”')
  expect(listed.at(-1)).toBe('* 5. http://shop.example/more “More”')

  expect((await rig.act({ action: 'tabs', tab: 1 })).text).toContain('* 1. http://shop.example/')
  const first = await rig.act({ action: 'snapshot' })
  expect(first.text).toContain('button "Window"')
  // A window that the page opens counts towards the limit, too.
  const clicked = await rig.act({ action: 'click', ref: /Window" \[(e\d+)\]/.exec(first.text)?.[1] })
  let told = clicked.text
  // The browser reports the window when it has made it.
  await expect
    .poll(async () => (told += (await rig.act({ action: 'wait', seconds: 0 })).text), { timeout: 10_000 })
    .toContain(`a new tab was closed: ${TABS} are open already`)
  expect(rig.session().pages).toHaveLength(TABS)

  await rig.session().pages.at(-1)?.close()
  expect(await rig.act({ action: 'tabs', tab: 5 })).toMatchObject({ state: 'failed', code: 'no_such_tab' })
})
