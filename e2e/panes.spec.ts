import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, enter, say } from './support/cards.ts'
import { hostileFiles } from './support/hostile-files.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'

/** Search, preview, observability, status and the file tree, with the real server. */

let place: Place
let server: RunningServer

test.beforeEach(async () => {
  place = await makePlace({
    'src/money.ts': `${'// a line\n'.repeat(200)}export const cents = 1\n`,
    'src/tax.ts': 'import { cents } from "./money"\n',
    'README.md': '# Invoicer\n\nCounts **cents**.\n',
    ...hostileFiles(),
  })
  server = await place.start()
})
test.afterEach(async () => place.remove())

async function openWorkbench(page: Page): Promise<void> {
  await enter(page, await server.signIn())
  await say(page, 'write notes.md: hello')
  await expect(cardTitled(page, /notes\.md/)).toBeVisible()
  await page.getByRole('link', { name: 'Write', exact: true }).click()
  await expect(page.getByRole('tree', { name: 'Files in this folder' })).toBeVisible()
}

const code = (page: Page) => page.locator('[data-editor] .cm-content')
const onDisk = (path: string) => readFile(join(place.workspace, path), 'utf8')

async function inBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findings(page), colorScheme).toEqual([])
  }
}

test('text is found, opened at its line, replaced after a look at the change, and put back', async ({
  page,
}) => {
  await openWorkbench(page)
  await page.getByRole('button', { name: 'Search in files' }).click()
  await page.getByRole('textbox', { name: 'Find' }).fill('cents')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 lines in 3 files')).toBeVisible()
  await inBothThemes(page)
  await page.getByRole('button', { name: /^201 .*in src\/money\.ts/ }).click()
  await expect(code(page)).toContainText('export const cents')
  await expect(page.getByText('Ln 201, Col 1')).toBeVisible()
  await page.getByRole('button', { name: /^1 .*in src\/tax\.ts/ }).click()
  await page.getByRole('button', { name: /^201 .*in src\/money\.ts/ }).click()
  await expect(page.getByText('Ln 201, Col 1')).toBeVisible()
  await page.getByRole('textbox', { name: 'Replace with' }).fill('pennies')
  await page.getByRole('button', { name: 'Preview replace' }).click()
  await page.getByRole('checkbox', { name: 'Replace in README.md' }).uncheck()
  await inBothThemes(page)
  expect(await onDisk('src/tax.ts')).toContain('cents')
  await page.getByRole('button', { name: 'Replace in 2 files' }).click()
  await expect(page.getByText('Replaced in 2 files.')).toBeVisible()
  expect(await onDisk('src/money.ts')).toMatch(/pennies = 1\n$/)
  expect(await onDisk('src/tax.ts')).toBe('import { pennies } from "./money"\n')
  expect(await onDisk('README.md')).toContain('cents')
  await expect(code(page).first()).toContainText('pennies')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('2 files restored.')).toBeVisible()
  expect(await onDisk('src/money.ts')).toMatch(/cents = 1\n$/)
})

test('files of strangers are drawn, nothing in them runs, and no request leaves', async ({ page }) => {
  // Room for all tabs.
  await page.setViewportSize({ width: 2000, height: 900 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openWorkbench(page)
  await page.getByRole('treeitem', { name: /evil\.svg/ }).click()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByRole('img', { name: 'Picture evil.svg' })).toBeVisible()
  await inBothThemes(page)
  await page.getByRole('treeitem', { name: /evil\.pdf/ }).click()
  await expect(page.locator('[data-pdf-page="1"][data-drawn]')).toBeVisible()
  expect(await page.locator('[data-pdf-page="1"]').evaluate(darkPixels)).toBeGreaterThan(50)
  await inBothThemes(page)
  await page.getByRole('treeitem', { name: /README\.md/ }).click()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Invoicer' })).toBeVisible()
  await inBothThemes(page)
  await page.getByRole('treeitem', { name: /evil\.html/ }).click()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('Text of the page')).toBeVisible()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  await expect(page).not.toHaveTitle(/hacked/)
  const own = new URL(server.address).origin
  expect(asked.filter((url) => !url.startsWith(own) && !/^(?:blob|data|about):/.test(url))).toEqual([])
  expect(asked.filter((url) => url.includes('stolen'))).toEqual([])
})

test('what failed stands first among the calls of all chats; the list begins anew and nothing is lost', async ({
  page,
}) => {
  await enter(page, await server.signIn())
  await say(page, 'read missing.md')
  await expect(page.getByRole('treeitem', { name: /Failed to read/ })).toBeVisible()
  await say(page, 'read README.md')
  await expect(page.getByRole('treeitem', { name: /README\.md/ })).toBeVisible()
  await page.goto(`${server.address}pane/observability`)
  const rows = page.locator('[data-observed]')
  await expect(rows.filter({ hasText: 'README.md' })).toHaveCount(1)
  await expect(rows.first()).toContainText('Failed')
  await expect(rows.first()).toContainText('missing.md')
  await inBothThemes(page)
  await page.getByRole('searchbox', { name: 'Search in calls' }).fill('readme')
  await expect(page.locator('[data-observed="error"]')).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const lines = (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\n')
  expect(lines.every((line) => line.includes('README'))).toBe(true)
  await page.getByRole('button', { name: 'Start from now' }).click()
  await expect(page.getByText('Nothing was deleted.')).toBeVisible()
  await expect(rows.filter({ hasText: 'README.md' })).toHaveCount(0)
})

test('the status tells of the server, its parts and what it keeps', async ({ page }) => {
  await enter(page, await server.signIn())
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.goto(`${server.address}pane/status`)
  await expect(page.getByText('This page is connected to the server.')).toBeVisible()
  await expect(page.getByText('Connected.', { exact: true })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'token', exact: true })).toBeVisible()
  await inBothThemes(page)
})

test('the tree and the editor hear of a change on disk at once', async ({ page }) => {
  await openWorkbench(page)
  await page.getByRole('treeitem', { name: /README/ }).click()
  await expect(code(page)).toContainText('Invoicer')
  await writeFile(join(place.workspace, 'README.md'), '# Another title\n')
  await writeFile(join(place.workspace, 'fresh.txt'), 'new')
  await expect(code(page)).toContainText('Another title', { timeout: 2500 })
  await expect(page.getByRole('treeitem', { name: /fresh\.txt/ })).toBeVisible({ timeout: 2500 })
})

test('the lens says what the agent may do with a file and why, and a rule changes it', async ({ page }) => {
  await openWorkbench(page)
  const line = page.getByRole('treeitem', { name: /README\.md/ })
  await expect(line).toContainText('asks to write')
  await line.click()
  await expect(page.getByText(/asks/i).last()).toBeVisible()
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await expect(page.getByRole('textbox', { name: 'Rule for this chat' })).toHaveValue(
    'files.write(/README.md)',
  )
  await inBothThemes(page)
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await expect(line).toContainText('writes')
  await expect(page.getByText('The rule applies to this chat.')).toBeVisible()
})

/** Runs in the page: the number of dark pixels of a canvas. */
function darkPixels(canvas: Element): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 0
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  let dark = 0
  for (let at = 0; at < data.length; at += 4)
    if ((data[at] ?? 255) < 128 && (data[at + 3] ?? 0) > 128) dark += 1
  return dark
}
