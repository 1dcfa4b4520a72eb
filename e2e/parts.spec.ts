import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say, stepTo } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place } from './support/server.ts'

/** A person signs two of three parts of a change: exactly these are written, and the agent learns which. */

/** The folder for screenshots. */
const SHOTS = process.env['SHOTS']

const BEFORE = `import { run } from './run.ts'

export function parseAmount(text: string): number {
  const cleaned = text.replace(/[^0-9.,-]/g, '')
  return Math.round(parseFloat(cleaned) * 100)
}

export function formatAmount(cents: number, currency = 'EUR'): string {
  return (cents / 100).toFixed(2) + currency
}
`
const DOC = '/** Reads an amount as people write it: 12.50, 12,50. */\n'
const [PARSE, PARSED] = ['return Math.round(parseFloat(cleaned) * 100)', 'return centsOf(cleaned)']
const [FORMAT, FORMATTED] = ['toFixed(2) + currency', "toFixed(2) + ' ' + currency"]
const withDoc = (text: string) =>
  text.replace('export function parseAmount', `${DOC}export function parseAmount`)
const AFTER = withDoc(BEFORE).replace(PARSE, PARSED).replace(FORMAT, FORMATTED)

let place: Place
test.beforeEach(async ({ page }) => {
  place = await makePlace({ 'money.ts': BEFORE })
  const server = await place.start()
  await enter(page, await server.signIn())
})
test.afterEach(async () => {
  await place.remove()
})

const file = () => readFile(join(place.workspace, 'money.ts'), 'utf8')

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}.png` })
  }
}

async function expectParts(card: Locator): Promise<void> {
  await expect(card.getByText('centsOf(cleaned)')).toBeVisible()
  await expect(card.getByRole('checkbox')).toHaveCount(3)
  for (const name of [
    'Part 1, before parseAmount, after l. 2, 1 line added',
    'Part 2, in parseAmount, l. 5, 1 line removed, 1 line added',
    'Part 3, in formatAmount, l. 9, 1 line removed, 1 line added',
  ])
    await expect(card.getByRole('checkbox', { name })).toBeChecked()
}

/** The settled call shows how many parts, and the model, which repeats its input here, says which. */
async function expectTold(page: Page, words: string): Promise<void> {
  await expect(page.locator('[data-call-state=succeeded]')).toHaveCount(1)
  await expect(page.locator('[data-call-state=succeeded]')).toContainText('2 of 3 parts')
  await expect(page.locator('[data-role=assistant]').last()).toContainText(words)
}

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('two of three parts are signed by keyboard, and no more than these', async ({ page }) => {
    await say(page, `write money.ts: ${AFTER}`)
    const card = cardTitled(page, 'Write money.ts')
    await expectParts(card)
    await shoot(page, 'parts-all')
    await stepTo(page, card)
    const second = card.getByRole('checkbox', { name: /^Part 2,/ })
    await second.focus()
    await page.keyboard.press('Space')
    await expect(second).not.toBeChecked()
    // Letters on a checkbox do not answer (K2).
    for (const key of ['a', 'd', 'c', 'r']) await page.keyboard.press(key)
    await expect(card).toHaveAttribute('data-state', 'pending')
    await expect(card.getByRole('button', { name: 'Allow 2 of 3: money.ts' })).toBeEnabled()
    for (const name of [/^Allow for this chat/, /^Always allow/])
      await expect(card.getByRole('button', { name })).toBeDisabled()
    await expect(card.getByText('A rule covers the whole change: tick all parts first.')).toBeVisible()
    await shoot(page, 'parts-two')
    expect(await findings(page)).toEqual([])
    expect(await file()).toBe(BEFORE)
    await card.focus()
    await expect(card).toHaveAttribute('data-armed', 'true')
    await page.keyboard.press('c')
    await page.keyboard.press('r')
    await expect(card.getByRole('textbox', { name: 'Rule' })).toHaveCount(0)
    await expect(card).toHaveAttribute('data-state', 'pending')
    await page.keyboard.press('a')
    await expect.poll(file).toBe(withDoc(BEFORE).replace(FORMAT, FORMATTED))
    await expectTold(page, 'accepted 1 (after l. 2), 3 (l. 9); declined 2 (l. 5)')
    await shoot(page, 'parts-settled')
    expect(await findings(page)).toEqual([])
  })

  test('with no part ticked nothing can be allowed', async ({ page }) => {
    await say(page, `write money.ts: ${AFTER}`)
    const card = cardTitled(page, 'Write money.ts')
    await expectParts(card)
    for (const tick of await card.getByRole('checkbox').all()) await tick.uncheck()
    await expect(card.getByRole('button', { name: 'Allow 0 of 3: money.ts' })).toBeDisabled()
    await expect(card.getByText('No part is ticked: deny it instead.')).toBeVisible()
    await shoot(page, 'parts-none')
    expect(await findings(page)).toEqual([])
    await press(page, card, /^Deny/)
    await expect(page.locator('[data-call-state=denied]')).toHaveCount(1)
    expect(await file()).toBe(BEFORE)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('two of three parts are signed by touch', async ({ page }) => {
    await page.getByRole('link', { name: 'New chat' }).tap()
    await say(page, `write money.ts: ${AFTER}`)
    await page.getByRole('link', { name: 'Waits for you: open it' }).tap()
    const card = cardTitled(page, 'Write money.ts')
    const answers = page.getByRole('region', { name: 'Answers' })
    await expectParts(card)
    await expect(answers.getByRole('button', { name: 'Allow once: money.ts' })).toBeDisabled()
    await shoot(page, 'parts-phone-top')
    const row = card.locator('label', { has: page.getByRole('checkbox', { name: /^Part 3,/ }) })
    const height = async () => (await answers.boundingBox())?.height
    const unread = await height()
    await row.scrollIntoViewIfNeeded()
    await expect(answers.getByRole('button', { name: 'Allow once: money.ts' })).toBeEnabled()
    // Reading must not change the layout: a row that moves under the finger would tick another part.
    expect(await height()).toBe(unread)
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(46)
    await row.tap()
    await expect(row.getByRole('checkbox')).not.toBeChecked()
    await expect(row).toContainText('left out')
    await expect(answers).toContainText('Part 3 is left out. The agent will see that.')
    expect(await height()).toBe(unread)
    await shoot(page, 'parts-phone')
    expect(await findings(page)).toEqual([])
    await answers.getByRole('button', { name: 'Allow more…' }).tap()
    await expect(answers.getByRole('button', { name: /^Allow for this chat/ })).toBeDisabled()
    await expect(answers).toContainText('A rule covers the whole change')
    await shoot(page, 'parts-phone-more')
    await answers.getByRole('button', { name: 'Back' }).tap()
    await press(page, card, 'Allow 2 of 3: money.ts')
    await expect.poll(file).toBe(withDoc(BEFORE).replace(PARSE, PARSED))
    await expect(page.getByText('Nothing is waiting for you.')).toBeVisible()
    await page.getByRole('link', { name: 'Chats' }).tap()
    await page.getByRole('listitem').getByRole('link').first().tap()
    await expectTold(page, 'accepted 1 (after l. 2), 2 (l. 5); declined 3 (l. 9)')
    await shoot(page, 'parts-phone-settled')
  })
})
