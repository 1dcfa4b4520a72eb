import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place } from './support/server.ts'

/** The folder for screenshots of the card. */
const SHOTS = process.env['SHOTS']

const LINES = Array.from(
  { length: 5000 },
  (_, index) => `line ${index + 1}: ${'the quick brown fox jumps over that '.repeat(11)}`,
)

let place: Place

test.beforeEach(async () => {
  place = await makePlace({ 'long.txt': `${LINES.join('\n')}\n` })
})
test.afterEach(async () => place.remove())

async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}.png` })
  }
}

for (const [size, viewport] of [
  ['laptop', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`a write over a file of 2 MB, on a ${size}: its beginning, all of it on a press, then an answer`, async ({
    page,
  }) => {
    test.slow()
    const server = await place.start()
    await enter(page, await server.signIn())
    await say(page, 'write long.txt: it is short now')
    await page.setViewportSize(viewport)
    if (size === 'phone') await page.getByRole('link', { name: 'Waits for you: open it' }).click()
    const card = cardTitled(page, 'Write long.txt')
    const all = card.getByRole('button', { name: /^2\.\d MB, 16 lines shown\. Show all$/ })
    await expect(all).toBeVisible()
    await expect(card).toContainText('line 15: the quick brown fox')
    await expect(card).toContainText('it is short now')
    await expect(card).not.toContainText('line 16:')
    await all.scrollIntoViewIfNeeded()
    await shoot(page, `long-${size}-beginning`)
    expect(await findings(page)).toEqual([])

    // The same after a reload.
    await page.reload()
    await expect(all).toBeVisible()
    await all.click()
    await expect(card.getByText(/^line 5000: the quick brown fox/)).toBeAttached({
      timeout: 30_000,
    })
    await expect(card.getByText('it is short now', { exact: true })).toBeAttached()
    await expect(all).toHaveCount(0)
    await shoot(page, `long-${size}-all`)
    // Nothing can be allowed before its last line was on screen.
    const allow = page.getByRole('button', { name: /^Allow once/ })
    await expect(allow).toBeDisabled()
    const answers = size === 'phone' ? page.getByRole('region', { name: 'Answers' }) : card
    await answers.getByRole('button', { name: 'To the end' }).click()
    await expect(allow).toBeEnabled()
    await expect(card.getByText('it is short now', { exact: true })).toBeInViewport()
    await press(page, card, /^Allow once/)
    await expect(card).toHaveCount(0)
    await expect.poll(() => readFile(join(place.workspace, 'long.txt'), 'utf8')).toBe('it is short now\n')
  })
}
