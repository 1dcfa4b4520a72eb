import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserRig, type BrowserRig } from './testing/browser-rig.ts'

let rig: BrowserRig
beforeAll(async () => {
  rig = await browserRig({ whyNone: 'there is no Chromium on this machine' })
  rig.answer(() => ({ allow: true }))
})
afterAll(() => rig.close())

test.each(['navigate', 'open_tab'])('without a browser, `%s` says why and asks nobody', async (action) => {
  rig.rules('default')
  const result = await rig.act({ action, url: 'http://shop.example/' })
  expect(result).toMatchObject({ state: 'failed', code: 'no_browser' })
  expect(result.text).toContain('there is no Chromium on this machine')
  expect(rig.asked).toEqual([])
})
