import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'

/** The changes of a command are read, kept, undone and committed by keyboard only. */

const LINES = Array.from({ length: 12 }, (_, index) => `export const line${index + 1} = ${index + 1}\n`).join(
  '',
)

let place: Place
let server: RunningServer

test.beforeEach(async () => {
  place = await makePlace({ 'src/money.ts': LINES, 'README.md': '# Invoicer\n' })
  await git('init', '-q', '-b', 'main')
  await git('config', 'user.name', 'Jo Example')
  await git('config', 'user.email', 'jo@example.com')
  await git('add', '-A')
  await git('commit', '-q', '-m', 'first')
  server = await place.start()
})
test.afterEach(async () => place.remove())

const git = async (...args: readonly string[]) =>
  (await promisify(execFile)('git', ['-C', place.workspace, ...args])).stdout.trim()
const onDisk = (path: string) => readFile(join(place.workspace, path), 'utf8')
const hunk = (page: Page, name: RegExp) => page.locator('[data-changes]').getByRole('article', { name })

/** A command changes two places of a file, and the person opens Review. */
async function review(page: Page, size = { width: 1440, height: 900 }): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, await server.signIn())
  await say(page, `run sed -i 's/ 2$/ two/; s/ 9$/ nine/' src/money.ts`)
  const card = cardTitled(page, /Run a command/)
  await expect(card).toBeVisible()
  await press(page, card, /^Allow once/)
  await page.setViewportSize(size)
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(hunk(page, /a command, src\/money\.ts, line 2$/)).toBeVisible()
}

test('hunks are walked, undone, put back, kept and committed with the keyboard', async ({ page }) => {
  await review(page)
  const second = hunk(page, /line 2$/)
  const ninth = hunk(page, /line 9$/)
  await expect(second).toContainText('countersigned by you')
  await page.getByRole('region', { name: 'Hunks' }).focus()
  await page.keyboard.press('F7')
  await expect(second).toBeFocused()
  await page.keyboard.press('F7')
  await expect(ninth).toBeFocused()
  await page.keyboard.press('Shift+F7')
  await expect(second).toBeFocused()
  await page.keyboard.press('u')
  await expect(second).toHaveAttribute('data-state', 'undone')
  expect(await onDisk('src/money.ts')).toBe(LINES.replace(' 9\n', ' nine\n'))
  await page.keyboard.press('u')
  await expect(second).toHaveAttribute('data-state', 'open')
  expect(await onDisk('src/money.ts')).toContain('two')
  await page.keyboard.press('F7')
  await page.keyboard.press('k')
  await expect(ninth).toHaveAttribute('data-state', 'kept')
  await expect(page.getByText('1 kept · 0 undone · 1 open')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Commit…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Commit kept hunks' })
  await dialog.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('Nine in words')
  await dialog.getByRole('checkbox', { name: /I trust this folder/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('Committed 1 file')
  expect(await git('show', 'HEAD:src/money.ts')).toBe(LINES.replace(' 9\n', ' nine\n').trim())
  expect(await git('log', '--format=%s', '-1')).toBe('Nine in words')
})

test('all of the agent’s is undone, the timeline compares, in both themes without findings', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await review(page)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo all agent changes' }).click()
  await expect(page.getByText('Undone in 1 file.')).toBeVisible()
  expect(await onDisk('src/money.ts')).toBe(LINES)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await page.getByRole('button', { name: 'Timeline' }).click()
  await timeline.getByRole('button', { name: /Ran sed/ }).click()
  await page.getByRole('button', { name: 'Compare with now' }).click()
  await expect(page.locator('[data-then]')).toContainText('line2 = 2')
  await page.getByRole('button', { name: 'Back to the hunks' }).click()
  await expect(hunk(page, /line 2$/)).toBeVisible()
})

test('a phone shows the changes alone, to be read', async ({ page }) => {
  await review(page, { width: 390, height: 844 })
  await expect(page).toHaveURL(/\/changes\//)
  await expect(page.getByRole('button', { name: 'Commit…' })).toHaveCount(0)
  expect(await findings(page)).toEqual([])
})
