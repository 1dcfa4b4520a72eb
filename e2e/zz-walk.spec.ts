import { test, expect } from '@playwright/test'
import { enter, say, press } from './support/cards.ts'
import { browserScene } from './support/browser-scene.ts'
test('walk', async ({ page }) => {
  test.setTimeout(300000)
  const scene = await browserScene()
  let n = 0
  const shot = async (name: string) =>
    page.screenshot({ path: `/tmp/bw-shots/walk-${String(n++).padStart(2, '0')}-${name}.png` })
  try {
    const server = await scene.place.start()
    await page.setViewportSize({ width: 1440, height: 900 })
    await enter(page, await server.signIn())
    await say(page, 'Fill in the return')
    const card = page.getByRole('article')
    await expect(card).toBeVisible({ timeout: 30000 })
    await page.waitForTimeout(1500)
    await shot('navigate-card')
    await page.getByRole('button', { name: /^Allow more/ }).click()
    await page.waitForTimeout(700)
    await shot('allow-more')
    await page.keyboard.press('Escape')
    await press(page, card, /^Allow once/)
    await page.waitForTimeout(6000)
    await shot('after-navigate')
    for (let i = 0; i < 3; i++) {
      await press(page, page.getByRole('article').first(), /^Allow once/)
      await page.waitForTimeout(4000)
      await shot('after-' + i)
    }
  } catch (e) {
    await shot('error')
    throw e
  } finally {
    console.log(scene.village.arrived.map((a) => `${a.method} ${a.host}${a.path} ${a.body}`).join('\n'))
    console.log(scene.heard().slice(-3000))
    await scene.remove()
  }
})
