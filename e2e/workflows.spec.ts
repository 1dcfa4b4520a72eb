import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { enter, press, stepTo } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'

/** Workflows on the real server: built by keyboard alone, saved, run, and answered on the way. */

let place: Place
let server: RunningServer

test.beforeEach(async () => {
  place = await makePlace({ 'notes.md': '# Notes\n\nThe kettle is broken.\n' })
  server = await place.start()
})
test.afterEach(async () => place.remove())

async function open(page: Page, path: string): Promise<void> {
  await enter(page, await server.signIn())
  await expect(page.getByRole('link', { name: 'Workflows' })).toBeVisible()
  await page.goto(new URL(path, server.address).href)
}

/** Opens the palette by its key, finds a node by words, and adds it. */
async function addNode(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a node', exact: true }).focus()
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Find a node' })).toBeFocused()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Find a node' })).toBeHidden()
}

/** Chooses in a list that has the focus, by typing its first letters. */
async function choose(page: Page, node: string, port: string, option: RegExp): Promise<void> {
  const list = page.locator(`[data-node="${node}"] [data-port="${port}"]`).getByRole('combobox', {
    name: `Where ${port} comes from`,
  })
  await list.focus()
  const label = (await list.locator('option').allTextContents()).find((text) => option.test(text))
  expect(label, `${port} of ${node} offers ${String(option)}`).toBeDefined()
  await page.keyboard.type(label ?? '')
  await expect(list.locator('option:checked')).toHaveText(label ?? '')
}

async function type(page: Page, node: string, port: string, text: string): Promise<void> {
  await choose(page, node, port, /^A value$/)
  await page
    .locator(`[data-node="${node}"]`)
    .getByRole('textbox', { name: `Value of ${port}` })
    .focus()
  await page.keyboard.type(text)
}

test('read, summarise, write: built by keyboard alone, saved, run with a card in the middle', async ({
  page,
}) => {
  await open(page, '/workflows')
  await page.getByRole('button', { name: 'New workflow' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toBeVisible()

  await addNode(page, 'files.read')
  await type(page, 'read', 'path', 'notes.md')
  await addNode(page, 'llm.generate')
  await type(page, 'generate', 'prompt', 'Summarise in one line.')
  await choose(page, 'generate', 'context', /^files\.read, text/)
  await addNode(page, 'files.write')
  await type(page, 'write', 'path', 'summary.md')
  await choose(page, 'write', 'content', /^llm\.generate, text/)
  await expect(page.getByText('Draft saved')).toBeVisible()
  for (const view of ['Canvas', 'List'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.getByRole('button', { name: view, exact: true }).press('Enter')
      if (view === 'Canvas') await expect(page.locator('.react-flow__node')).toHaveCount(3)
      expect(await findings(page), `${view}, ${colorScheme}`).toEqual([])
    }

  await page.getByRole('button', { name: 'Save version…' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'What changed' }).focus()
  await page.keyboard.type('first')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: 'Run draft…' }).focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet.locator('[data-effect="write"]')).toContainText('summary.md')
  await sheet.getByRole('button', { name: 'Start', exact: true }).focus()
  await page.keyboard.press('Enter')

  await expect(page.locator('[data-run]')).toBeVisible()
  const card = page.getByRole('article')
  await expect(card).toContainText('summary.md')
  expect(await findings(page)).toEqual([])
  await card.getByRole('button', { name: 'To the end' }).press('Enter')
  await expect(card.getByRole('button', { name: /^Allow once/ })).toBeEnabled()
  await stepTo(page, card)
  await page.keyboard.press('a')
  await expect(page.locator('[data-run-state=done]')).toBeVisible()
  await expect(page.locator('[data-run-node=write]')).toHaveAttribute('data-node-state', 'done')
  expect(await readFile(join(place.workspace, 'summary.md'), 'utf8')).not.toBe('')
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
