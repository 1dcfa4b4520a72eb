import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, enter, say } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place } from './support/server.ts'

/** A waiting change is read and answered in the editor, part by part, by keyboard only. */

/** The folder for screenshots. */
const SHOTS = process.env['SHOTS']

const BEFORE = Array.from(
  { length: 40 },
  (_, index) => `export const value${index + 1} = ${index + 1}\n`,
).join('')
const AFTER = BEFORE.replace('value3 = 3', 'value3 = 33')
  .replace('export const value20 = 20\n', '')
  .concat('export const last = 41\n')
const WITHOUT_SECOND = BEFORE.replace('value3 = 3', 'value3 = 33').concat('export const last = 41\n')

let place: Place
test.beforeEach(async ({ page }) => {
  place = await makePlace({ 'values.ts': BEFORE, 'README.md': '# Invoicer\n' })
  const server = await place.start()
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, await server.signIn())
})
test.afterEach(async () => place.remove())

const onDisk = () => readFile(join(place.workspace, 'values.ts'), 'utf8')
const proposal = (page: Page) => page.locator('[data-proposal="values.ts"]')
const tree = (page: Page) => page.getByRole('tree', { name: 'Files in this folder' })

async function propose(page: Page): Promise<void> {
  await say(page, `write values.ts: ${AFTER}`)
  await expect(cardTitled(page, 'Write values.ts')).toBeVisible()
  await page.getByRole('link', { name: 'Write', exact: true }).click()
  await expect(tree(page)).toBeVisible()
}

async function openByKeys(page: Page): Promise<void> {
  const file = tree(page).getByRole('treeitem', { name: /values\.ts/ })
  await expect(file).toBeVisible()
  await tree(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(tree(page)).toHaveAttribute('aria-activedescendant', (await file.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
}

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}.png` })
  }
}

test('two of three parts are accepted by the keyboard alone; nothing is sent before the last is settled', async ({
  page,
}) => {
  test.slow()
  await propose(page)
  await openByKeys(page)
  const review = proposal(page)
  await expect(review).toHaveAttribute('data-ready', 'true')
  await expect(review).toContainText('3 of 3 left')
  for (const name of ['Accept part 1, l. 3', 'Decline part 2, l. 20'])
    await expect(review.getByRole('button', { name })).toBeVisible()
  await shoot(page, 'hunks-open')
  expect(await findings(page)).toEqual([])
  await review.getByRole('button', { name: 'Accept part 1, l. 3' }).focus()
  await page.keyboard.press('Alt+y')
  await expect(review).toContainText('2 of 3 left')
  await expect(review).toContainText('accepted, not sent')
  await page.keyboard.press('Alt+u')
  await expect(review).toContainText('1 of 3 left')
  await expect(review).toContainText('declined, not sent')
  await shoot(page, 'hunks-two')
  expect(await onDisk()).toBe(BEFORE)
  await page.keyboard.press('F7')
  await page.keyboard.press('Shift+F7')
  await page.keyboard.press('Alt+y')
  await expect.poll(onDisk).toBe(WITHOUT_SECOND)
  await expect(review).toHaveCount(0)
  await expect(page.locator('[data-call-state=succeeded]')).toContainText('2 of 3 parts')
  await expect(page.locator('[data-editor="values.ts"] .cm-content')).toContainText('value3 = 33')
})

test('Send answer sends what is chosen so far; a key that is held chooses once', async ({ page }) => {
  test.slow()
  await propose(page)
  await openByKeys(page)
  const review = proposal(page)
  await expect(review).toHaveAttribute('data-ready', 'true')
  await review.getByRole('button', { name: 'Accept part 1, l. 3' }).focus()
  await page.keyboard.down('Alt')
  await page.keyboard.down('y')
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('y')
  await page.keyboard.up('y')
  await page.keyboard.up('Alt')
  await expect(review).toContainText('2 of 3 left')
  const send = review.getByRole('button', { name: 'Send answer: 1 of 3' })
  await send.focus()
  await page.keyboard.press('Enter')
  await expect.poll(onDisk).toBe(BEFORE.replace('value3 = 3', 'value3 = 33'))
})

test('with every part declined the change is denied', async ({ page }) => {
  await propose(page)
  await openByKeys(page)
  const review = proposal(page)
  await expect(review).toHaveAttribute('data-ready', 'true')
  await review.getByRole('button', { name: 'Decline part 1, l. 3' }).focus()
  for (let part = 0; part < 3; part += 1) await page.keyboard.press('Alt+u')
  await expect(page.locator('[data-call-state=denied]')).toHaveCount(1)
  expect(await onDisk()).toBe(BEFORE)
})

test('unsaved text stays in sight: the change opens in a pane of its own', async ({ page }) => {
  test.slow()
  await say(page, 'help')
  await expect(page.locator('[data-role=turn-end]')).toBeVisible()
  await page.getByRole('link', { name: 'Write', exact: true }).click()
  await openByKeys(page)
  const code = page.locator('[data-editor="values.ts"] .cm-content')
  await expect(code).toContainText('value1 = 1')
  await code.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('// mine')
  await say(page, `write values.ts: ${AFTER}`)
  await page.getByRole('button', { name: 'Review the change' }).click()
  await expect(page.getByRole('tab', { name: /values\.ts \(proposed\)/ })).toBeVisible()
  await expect(proposal(page)).toContainText('3 of 3 left')
  await expect(cardTitled(page, 'Write values.ts')).toBeVisible()
})
