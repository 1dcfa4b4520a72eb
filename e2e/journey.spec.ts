import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place } from './support/server.ts'

const SIZES = [
  { name: 'desktop', width: 1280, height: 800 },
  { name: 'phone', width: 390, height: 844 },
] as const

let place: Place

test.beforeEach(async () => {
  place = await makePlace({ 'README.md': '# Site\n', 'package.json': '{ "name": "site" }\n' })
})
test.afterEach(async () => place.remove())

for (const { name, width, height } of SIZES) {
  test.describe(name, () => {
    test.use({ viewport: { width, height } })
    const phone = name === 'phone'

    test('from the printed address to an allowed and a denied call, and both are there after a reload', async ({
      page,
    }) => {
      const server = await place.start()
      await enter(page, await server.signIn())
      if (phone) {
        await expect(page.getByText('Nothing is waiting for you.')).toBeVisible()
        await page.getByRole('link', { name: 'New chat' }).click()
      }
      await expect(page.getByText('The built-in demo model answers here')).toBeVisible()
      expect(page.url()).not.toContain('token')
      expect(await findings(page)).toEqual([])

      await say(page, 'list the files')
      await expect(page.getByRole('treeitem').filter({ hasText: 'Listed' })).toBeVisible()
      await expect(page.locator('[data-role=assistant]').last()).toContainText('README.md')

      await say(page, 'write notes.md: hello')
      if (phone) await page.getByRole('link', { name: 'Waits for you: open it' }).click()
      const write = cardTitled(page, /notes\.md/)
      await expect(write).toContainText('hello')
      await expect(write).toContainText('notes.md')
      expect(await findings(page)).toEqual([])
      await press(page, write, /^Allow once/)
      await expect(write).toBeHidden()
      await expect
        .poll(async () => readFile(join(place.workspace, 'notes.md'), 'utf8').catch(() => null))
        .toBe('hello\n')
      if (phone) await backToChat(page)
      await expect(page.locator('[data-call-state=succeeded]').filter({ hasText: 'Wrote' })).toBeVisible()

      await say(page, 'delete notes.md')
      if (phone) await page.getByRole('link', { name: 'Waits for you: open it' }).click()
      const remove = cardTitled(page, /notes\.md/)
      await expect(remove).toContainText('Changes ask in Ask mode.')
      await press(page, remove, /^Deny/)
      await expect(remove).toBeHidden()
      if (phone) await backToChat(page)
      const refused = page.locator('[data-call-state=denied]')
      await expect(refused).toContainText('Did not delete')
      await expect(refused).toContainText('refused by you')
      await access(join(place.workspace, 'notes.md'))

      await page.reload()
      const said = (text: string) => page.locator('[data-role=user]').filter({ hasText: text })
      await expect(said('delete notes.md')).toBeVisible()
      await expect(said('write notes.md')).toHaveCount(1)
      await expect(page.locator('[data-call-state=succeeded]').filter({ hasText: 'Wrote' })).toContainText(
        'countersigned by you',
      )
      await expect(refused).toContainText('Did not delete')
      expect(await findings(page)).toEqual([])
      // A long thread renders only its visible part, so its beginning appears after scrolling there.
      await page.getByRole('log').evaluate((box) => box.scrollTo(0, 0))
      await expect(said('list the files')).toBeVisible()
    })
  })
}

test('a card that waits survives a killed server; allowing it then runs it', async ({ page }) => {
  const first = await place.start()
  await enter(page, await first.signIn())
  await say(page, 'write notes.md: after the crash')
  const card = cardTitled(page, /notes\.md/)
  await expect(card).toBeVisible()
  await first.kill()
  await expect(page.locator('[data-banner]')).toContainText('Connection lost.', { timeout: 30_000 })

  await place.start()
  await reconnected(page)
  await expect(card).toBeVisible()
  await press(page, card, /^Allow once/)
  await expect(page.locator('[data-call-state=succeeded]')).toBeVisible()
  expect(await readFile(join(place.workspace, 'notes.md'), 'utf8')).toBe('after the crash\n')
})

/** The page retries on its own with growing delays; a person who does not want to wait presses the button. */
async function reconnected(page: Page): Promise<void> {
  const tryNow = page.getByRole('button', { name: 'Try now' })
  await expect(async () => {
    if (await tryNow.isVisible()) await tryNow.click({ timeout: 1000 })
    await expect(page.getByText('connected', { exact: true })).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 40_000 })
}

async function backToChat(page: Page): Promise<void> {
  await expect(page.getByText('Nothing is waiting for you.')).toBeVisible()
  await page.getByRole('link', { name: 'Chats' }).click()
  await page.getByRole('listitem').getByRole('link').first().click()
}
