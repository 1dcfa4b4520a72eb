import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { press, stepTo } from './support/cards.ts'
import { tabTo } from './support/keys.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'
import { addRule, openAt, servePage } from './support/workflows.ts'

/** Workflows on the real server: built by keyboard only, saved, run, and answered on the way. */

let place: Place
let server: RunningServer

let web: { readonly address: string; readonly close: () => void }

test.beforeEach(async () => {
  web = await servePage('<h1>Kettles</h1><p>The kettle is broken.</p>')
  place = await makePlace({ 'notes.md': '# Notes\n\nThe kettle is broken.\n' })
  server = await place.start()
})
test.afterEach(async () => {
  await place.remove()
  web.close()
})

const open = (page: Page, path: string): Promise<void> => openAt(page, server, path)

/** The fetched page is on this machine, which no mode allows automatically. */
async function allowLoopback(page: Page): Promise<void> {
  await open(page, '/settings/permissions')
  await addRule(page, `web.fetch(${web.address}*)`)
}

/** Opens the palette by its key, finds a node by words, and adds it. */
async function addNode(page: Page, words: string): Promise<void> {
  // The key works from anywhere in the editor but a field.
  await tabTo(page, page.getByRole('button', { name: 'Add a node', exact: true }))
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Find a node' })).toBeFocused()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Find a node' })).toBeHidden()
}

/** Selects an entry of the focused list by typing its first letters. */
async function choose(page: Page, node: string, port: string, option: RegExp): Promise<void> {
  const list = page.locator(`[data-node="${node}"] [data-port="${port}"]`).getByRole('combobox', {
    name: `Where ${port} comes from`,
  })
  await tabTo(page, list)
  const label = (await list.locator('option').allTextContents()).find((text) => option.test(text))
  expect(label, `${port} of ${node} offers ${String(option)}`).toBeDefined()
  await page.keyboard.type(label ?? '')
  await expect(list.locator('option:checked')).toHaveText(label ?? '')
}

async function type(page: Page, node: string, port: string, text: string): Promise<void> {
  await choose(page, node, port, /^A value$/)
  const field = page.locator(`[data-node="${node}"]`).getByRole('textbox', { name: `Value of ${port}` })
  await tabTo(page, field)
  await page.keyboard.type(text)
}

test('fetch, summarise, write: built by keyboard alone, saved, run with a card in the middle', async ({
  page,
}) => {
  await allowLoopback(page)
  await page.goto(new URL('/workflows', server.address).href)
  await tabTo(page, page.getByRole('button', { name: 'New workflow' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toBeVisible()

  await addNode(page, 'web.fetch')
  await type(page, 'fetch', 'url', web.address)
  await addNode(page, 'llm.generate')
  await type(page, 'generate', 'prompt', 'Summarise in one line.')
  await choose(page, 'generate', 'context', /^Fetch a page, text/)
  await addNode(page, 'files.write')
  await type(page, 'write', 'path', 'summary.md')
  await choose(page, 'write', 'content', /^Ask a model, text/)
  await expect(page.getByText('Draft saved')).toBeVisible()
  for (const view of ['Canvas', 'List'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await tabTo(page, page.getByRole('button', { name: view, exact: true }))
      await page.keyboard.press('Enter')
      if (view === 'Canvas') await expect(page.locator('.react-flow__node')).toHaveCount(3)
      expect(await findings(page), `${view}, ${colorScheme}`).toEqual([])
    }

  await tabTo(page, page.getByRole('button', { name: 'Save version…' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: 'What changed' }))
  await page.keyboard.type('first')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()

  await tabTo(page, page.getByRole('button', { name: 'Run draft…' }))
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  const written = sheet.locator('[data-effect="write"]')
  await expect(written).toContainText('summary.md')
  await expect(written.locator('[data-verdict]')).toHaveText('asks')
  await expect(sheet.locator('[data-effect="fetch"] [data-verdict]')).toHaveText('runs')
  await tabTo(page, sheet.getByRole('button', { name: 'Start', exact: true }))
  await page.keyboard.press('Enter')

  await expect(page.locator('[data-run]')).toBeVisible()
  const card = page.getByRole('article')
  await expect(card).toContainText('summary.md')
  expect(await findings(page)).toEqual([])
  await expect(card.getByRole('button', { name: /^Allow once/ })).toBeEnabled()
  await stepTo(page, card)
  await page.keyboard.press('a')
  await expect(page.locator('[data-run-state=done]')).toBeVisible()
  await expect(page.locator('[data-run-node=write]')).toHaveAttribute('data-node-state', 'done')
  expect(await readFile(join(place.workspace, 'summary.md'), 'utf8')).toContain('The kettle is broken.')
})

const GRAPH = {
  version: 1,
  name: 'Copy notes',
  inputs: { file: { schema: { type: 'string' }, default: 'copy.md' } },
  nodes: [
    { id: 'read', type: 'files.read', inputs: { path: 'notes.md' } },
    { id: 'save', type: 'files.write', inputs: {}, bounds: ['*.md'] },
  ],
  edges: [
    { from: ['read', 'text'], to: ['save', 'content'] },
    { from: ['$input', 'file'], to: ['save', 'path'] },
  ],
}

test('on a phone a workflow is run, approved and watched, and not edited', async ({ page }) => {
  await open(page, '/workflows')
  await page.setViewportSize({ width: 390, height: 844 })
  // Nothing here offers what only a larger screen can do.
  await expect(page.getByText('No workflows yet.', { exact: true })).toBeVisible()
  await expect(page.getByText(/Start with|gallery/)).toHaveCount(0)
  if (process.env['SHOTS'] !== undefined)
    await page.screenshot({ path: `${process.env['SHOTS']}/workflows-phone.png` })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('Import…').setInputFiles({
    name: 'graph.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(GRAPH)),
  })
  await expect(page.locator('[data-node=save]')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('Workflows are edited on a larger screen.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a node' })).toHaveCount(0)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Run…' }).click()
  await page.getByRole('textbox', { name: 'file' }).fill('other.md')
  await page.getByRole('button', { name: 'Start', exact: true }).click()

  const card = page.getByRole('article')
  await expect(card).toContainText('other.md')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findings(page), colorScheme).toEqual([])
  }
  await press(page, card, /^Allow once/)
  await expect(page.locator('[data-run-state=done]')).toBeVisible()
  await expect(readFile(join(place.workspace, 'other.md'), 'utf8')).resolves.toContain('kettle')
})
