import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { press } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'
import { importGraph, openAt, runDraft, saveVersion } from './support/workflows.ts'

/** Workflow features outside the editor: notices that stay available, copies, deletion, and secrets. */

let place: Place
let server: RunningServer

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(async () => {
  place = await makePlace({ 'notes.md': 'The kettle is broken.\n' })
  server = await place.start()
})
test.afterEach(async () => place.remove())

const at = (path: string): string => new URL(path, server.address).href

async function noFindings(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findings(page), colorScheme).toEqual([])
  }
}

const TELL = {
  version: 1,
  name: 'Tell me',
  inputs: {},
  outputs: {},
  nodes: [{ id: 'tell', type: 'notify.person', inputs: { title: 'Report ready', text: 'Look at it.' } }],
  edges: [],
}

const FAILS = {
  version: 1,
  name: 'Reads nothing',
  inputs: {},
  outputs: {},
  nodes: [{ id: 'read', type: 'files.read', inputs: { path: 'missing.md' } }],
  edges: [],
}

test('a notice is shown once, counted in the bar, and found again with its run; on a phone too', async ({
  page,
}) => {
  await openAt(page, server, '/workflows')
  await importGraph(page, TELL)
  const run = await runDraft(page)
  const id = (await run.getAttribute('data-run')) ?? ''
  await press(page, page.getByRole('article'), /^Allow once/)
  const toast = page.locator('[data-toast]')
  await expect(toast).toContainText('Report ready')
  await noFindings(page)
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toHaveCount(0)

  await page.getByRole('link', { name: '1 new notice' }).click()
  const row = page.locator('[data-notice]')
  await expect(row).toContainText('Report ready')
  await expect(row).toContainText('Look at it.')
  await expect(row).toHaveAttribute('data-fresh', 'true')
  await noFindings(page)
  // Opening the page marks it as seen.
  await expect(page.getByRole('link', { name: '1 new notice' })).toHaveCount(0)
  await page.reload()
  await expect(row).toHaveAttribute('data-fresh', 'false')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(at('/more'))
  await page.getByRole('link', { name: 'Notices' }).click()
  await expect(row).toContainText('Report ready')
  await noFindings(page)
  await row.getByRole('link', { name: 'Open the run of “Report ready”' }).click()
  await expect(page.locator(`[data-run="${id}"]`)).toBeVisible()
})

test('a run that fails while nobody watches is told, with the way to it', async ({ page }) => {
  await openAt(page, server, '/workflows')
  await importGraph(page, FAILS)
  await saveVersion(page, 'first')
  await page.getByRole('button', { name: 'Triggers', exact: true }).click()
  await page.getByRole('button', { name: 'Add a trigger' }).click()
  await page.getByRole('combobox', { name: 'When' }).selectOption('when files change')
  await page.getByRole('textbox', { name: 'Files, one pattern per line' }).fill('*.txt')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.locator('[data-trigger]')).toHaveCount(1)

  const toast = page.locator('[data-toast]')
  // The watch starts a moment later, so the file is changed until the trigger fires.
  await expect(async () => {
    await writeFile(join(place.workspace, 'new.txt'), String(Date.now()))
    await expect(toast).toContainText('Reads nothing failed', { timeout: 4000 })
  }).toPass({ timeout: 40_000 })
  await page.goto(at('/notices'))
  await page.getByRole('link', { name: 'Open the run of “Reads nothing failed”' }).first().click()
  await expect(page.locator('[data-run-state=failed]')).toBeVisible()
  await expect(page.getByText('read: there is no file')).toBeVisible()
})

test('a workflow is duplicated and deleted', async ({ page }) => {
  await openAt(page, server, '/workflows')
  await importGraph(page, TELL)
  await page.goto(at('/workflows'))
  const rows = page.locator('[data-workflow-row]')
  await page.getByRole('button', { name: 'Duplicate Tell me' }).click()
  await expect(rows).toHaveCount(2)
  await noFindings(page)
  await rows
    .first()
    .getByRole('button', { name: /^Delete / })
    .click()
  await expect(rows.first()).toContainText('Its triggers and grants are deleted too.')
  await expect(rows.first().getByRole('button', { name: 'Delete', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows).toHaveCount(1)
})

test('a secret is saved with its hosts and never shown again', async ({ page }) => {
  await openAt(page, server, '/settings/secrets')
  await page.getByRole('button', { name: 'Add a secret' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('shop')
  await page.getByLabel('Value', { exact: true }).fill('hunter2-hunter2')
  await page.getByRole('textbox', { name: 'Hosts, one per line' }).fill('api.example.com')
  await noFindings(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('sent only to api.example.com')).toBeVisible()
  await page.reload()
  await expect(page.getByText('sent only to api.example.com')).toBeVisible()
  expect(await page.content()).not.toContain('hunter2')
  await noFindings(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await noFindings(page)
  await page.getByRole('button', { name: 'Remove secret shop' }).click()
  await expect(page.getByText('No secrets yet.')).toBeVisible()
})
