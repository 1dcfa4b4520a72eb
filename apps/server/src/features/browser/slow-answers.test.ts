/** @module-tag slow */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserRig, type BrowserRig } from './testing/browser-rig.ts'
import { needsChromium } from './testing/needs-chromium.ts'

needsChromium()

const LIMIT = 2000
let rig: BrowserRig
beforeAll(async () => {
  rig = await browserRig({ actionMs: LIMIT })
  rig.rules('default', ['browser(domain:shop.example)'])
}, 60_000)
afterAll(() => rig.close())

const FORM =
  '<form method=post action="/order"><input name=item aria-label=Item value=tea></form><div style="cursor:pointer" onclick="document.forms[0].submit()">Order</div>'

test.each([
  ['click', FORM, 'Order', {}],
  [
    'press',
    FORM.replace('value=tea', 'value=tea onkeydown="event.preventDefault();this.form.submit()"'),
    'Item',
    { key: 'x' },
  ],
])('a person may take longer over a held request than a %s may', async (action, html, name, more) => {
  rig.village.arrived.length = 0
  const questions: string[] = []
  rig.rig.answer = async ({ call }) => {
    if (call.tool === 'browser_request') {
      questions.push(call.title)
      await setTimeout(LIMIT * 2)
    }
    return { allow: true }
  }
  rig.village.serve('shop.example/', html)
  rig.village.serve('shop.example/order', '<h1>Thanks</h1>')
  const { text } = await rig.act({ action: 'navigate', url: 'http://shop.example/' })
  const ref = new RegExp(`${name}[^\\n]*? \\[(e\\d+)\\]`).exec(text)?.[1]
  const result = await rig.act({ action, ref, ...more })
  expect(questions).toEqual(['The page wants to send POST shop.example/order'])
  expect(result.state).toBe('succeeded')
  expect(result.text).toContain('heading "Thanks"')
  const sent = rig.village.at('shop.example').filter(({ method }) => method === 'POST')
  expect(sent).toMatchObject([{ path: '/order', body: 'item=tea' }])
})

test('a page that never answers fails in time, and the browser opens the next one', async () => {
  rig.answer(() => ({ allow: true }))
  rig.village.serve('shop.example/never', () => undefined)
  rig.village.serve('shop.example/', '<h1>Here</h1>')
  const never = await rig.act({ action: 'navigate', url: 'http://shop.example/never' })
  expect(never).toMatchObject({ state: 'failed', code: 'browser_error' })
  expect(never.text).toContain('it took longer than 2 seconds')
  const next = await rig.act({ action: 'navigate', url: 'http://shop.example/' })
  expect(next.text).toContain('heading "Here"')
})

test('an element that never can be pressed still fails in time', async () => {
  rig.answer(() => ({ allow: true }))
  rig.village.serve('shop.example/', '<button>Under</button><div style="position:fixed;inset:0"></div>')
  const { text } = await rig.act({ action: 'navigate', url: 'http://shop.example/' })
  const ref = /Under[^\n]*? \[(e\d+)\]/.exec(text)?.[1]
  expect(await rig.act({ action: 'click', ref })).toMatchObject({ state: 'failed', code: 'browser_error' })
})
