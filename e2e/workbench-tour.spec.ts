import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say } from './support/cards.ts'
import { film } from './support/film.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'

/** The demo shows the workbench, and reports the person's actions at the end. */

/** The folder for screenshots. */
const SHOTS = process.env['SHOTS']

let place: Place
let server: RunningServer
test.beforeEach(async () => {
  place = await makePlace({ 'README.md': '# Site\n', 'package.json': '{ "name": "site" }\n' })
  server = await place.start()
})
test.afterEach(async () => place.remove())

const lastWords = (page: Page) => page.locator('[data-role=assistant]').last()
const proposal = (page: Page) => page.locator('[data-proposal="tour.md"]')

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}-desktop.png` })
  }
}

test('files, editor and changes are shown; two of three parts are signed in the editor', async ({ page }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, await server.signIn())
  await say(page, 'show the workbench')
  await expect(lastWords(page)).toContainText('press Write at the top')

  await page.getByRole('link', { name: 'Write', exact: true }).click()
  await expect(page.getByRole('tree', { name: 'Files in this folder' })).toBeVisible()
  await say(page, 'show the workbench')
  const write = cardTitled(page, 'Write tour.md')
  // Next to the panes its last lines are out of view.
  await write.getByRole('button', { name: 'To the end' }).click()
  await press(page, write, /^Allow once/)

  await expect(proposal(page)).toBeVisible()
  await expect(proposal(page)).toContainText('You read every part, and leave out')
  await shoot(page, 'proposal')
  const strip = film(page, 'tour-workbench')
  await strip.frame()
  const card = cardTitled(page, /^Change tour\.md/)
  await expect(card.getByRole('checkbox', { name: /^Part 2,/ })).toBeChecked()
  expect(await findings(page)).toEqual([])
  await expect(proposal(page)).toHaveAttribute('data-ready', 'true')
  await proposal(page)
    .getByRole('button', { name: /^Accept part 1/ })
    .focus()
  await page.keyboard.press('Alt+y')
  await expect(proposal(page)).toContainText('2 of 3 left')
  await page.keyboard.press('Alt+u')
  await expect(proposal(page)).toContainText('1 of 3 left')
  await page.keyboard.press('Alt+y')
  await expect(lastWords(page)).toContainText('This is what you and I did in this chat')
  const text = await readFile(join(place.workspace, 'tour.md'), 'utf8')
  expect(text).toContain('you sign the parts that you want')
  expect(text).toContain('You read every part.\n')
  expect(text).toContain('can undo each part')
  await expect(page.getByText('declined 2').first()).toBeVisible()
  await strip.frame()

  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect(page.locator('[data-changes]')).toContainText('tour.md')
  await shoot(page, 'changes')
  await strip.frame()
  await strip.end()
  expect(await findings(page)).toEqual([])
})
