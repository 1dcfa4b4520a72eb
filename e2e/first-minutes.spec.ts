import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, press } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place } from './support/server.ts'

/** The first page and the hints, with the real server and its demo model. */

let place: Place
test.beforeEach(async () => {
  place = await makePlace({ 'README.md': '# Site\n', 'package.json': '{ "name": "site" }\n' })
})
test.afterEach(async () => place.remove())

test('a phone begins at the first page; a hint stands by the real thing and covers no card', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const server = await place.start()
  await page.goto(server.address)
  await expect(page.getByRole('heading', { name: 'Countersign' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Start' }).click()
  const hint = page.getByRole('complementary', { name: 'Hint' })
  await expect(hint).toContainText('The agent proposes, you sign')
  await expect(hint).toBeVisible()
  await page.getByRole('link', { name: 'Waits for you: open it' }).first().click()
  await expect(cardTitled(page, /notes\.md/)).toBeVisible()
  expect(await findings(page)).toEqual([])
  // The next time it is known here, and its home is what waits.
  await page.goto(new URL('/', page.url()).href)
  await expect(page).toHaveURL(/\/waiting$/)
})

test('hints: one at a time, never with the focus, gone by Escape or by doing it, back from the palette', async ({
  page,
}) => {
  const server = await place.start()
  await page.goto(server.address)
  await page.getByRole('button', { name: 'Start' }).click()
  const hint = page.getByRole('complementary', { name: 'Hint' })
  await expect(hint).toHaveAttribute('data-coach-mark', 'card')
  await expect(hint).toBeVisible()
  expect(await hint.evaluate((note) => note.contains(document.activeElement))).toBe(false)
  expect(await overlapsCard(page)).toBe(false)
  expect(await findings(page)).toEqual([])

  const card = cardTitled(page, /notes\.md/)
  await press(page, card, /^Allow once: notes/)
  await expect(hint).toHaveAttribute('data-coach-mark', 'mode')
  await page.keyboard.press('Escape')
  await expect(hint).toHaveAttribute('data-coach-mark', 'waiting')
  await expect(hint).toBeVisible()
  await page.getByRole('button', { name: 'Close this hint' }).click()
  await expect(hint).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(hint).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('hints')
  await page.keyboard.press('Enter')
  await expect(hint).toHaveAttribute('data-coach-mark', 'card')
})

async function overlapsCard(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const note = document.querySelector('[data-coach-mark]')?.getBoundingClientRect()
    if (note === undefined) return true
    return [...document.querySelectorAll('[data-card]')].some((card) => {
      const box = card.getBoundingClientRect()
      return note.left < box.right && box.left < note.right && note.top < box.bottom && box.top < note.bottom
    })
  })
}
