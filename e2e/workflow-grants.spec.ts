import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { press } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'
import { importGraph, openAt, runDraft, saveVersion } from './support/workflows.ts'

/** The scope of a yes to a version, and the result of a list in which an item fails. */

let place: Place
let server: RunningServer

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(async () => {
  place = await makePlace({ 'notes.md': 'The kettle is broken.\n' })
  server = await place.start()
})
test.afterEach(async () => place.remove())

const COPY = {
  version: 1,
  name: 'Copy notes',
  inputs: {},
  outputs: {},
  nodes: [
    { id: 'read', type: 'files.read', inputs: { path: 'notes.md' } },
    // A path that comes over a wire is limited only by the bounds.
    { id: 'name', type: 'text.case', inputs: { text: 'COPY.MD', to: 'lower' } },
    { id: 'save', type: 'files.write', inputs: {}, bounds: ['*.md'] },
  ],
  edges: [
    { from: ['read', 'text'], to: ['save', 'content'] },
    { from: ['name', 'text'], to: ['save', 'path'] },
  ],
}

const state = (page: Page, name: string) => page.locator(`[data-run-state=${name}]`)
const tab = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a version that was allowed runs without a card; moving a node keeps that, another bound ends it', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await openAt(page, server, '/workflows')
  const workflow = await importGraph(page, COPY)
  const editor = new URL(`/workflows/${workflow}`, server.address).href
  await saveVersion(page, 'first')
  await tab(page, 'Versions').click()
  await page.getByRole('button', { name: 'Run this version…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Allow this version' }).click()
  await expect(state(page, 'done')).toBeVisible()
  await access(join(place.workspace, 'copy.md'))

  await page.goto(editor)
  await tab(page, 'Canvas').click()
  const node = page.locator('.react-flow__node[data-id="read"]')
  await node.focus()
  const before = await node.boundingBox()
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(async () => (await node.boundingBox())?.y).not.toBe(before?.y)
  await expect(page.getByText('Draft saved')).toBeVisible()
  await runDraft(page)
  await expect(state(page, 'done')).toBeVisible()

  await page.goto(editor)
  await tab(page, 'List').click()
  const save = page.locator('[data-node=save]')
  await save.locator('summary').click()
  await save.getByRole('textbox', { name: 'Bounds' }).fill('*.md\nout/*.txt')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await runDraft(page)
  await expect(state(page, 'waiting')).toBeVisible()
  await press(page, page.getByRole('article'), /^Deny/)
  await expect(state(page, 'failed')).toBeVisible()

  await page.goto(editor)
  await tab(page, 'Versions').click()
  await page.getByRole('button', { name: /^Compare with draft/ }).click()
  const diff = page.getByRole('region', { name: /^From .* to the draft$/ })
  // New permissions are listed before nodes and wires.
  await expect(diff.getByRole('heading').first()).toHaveText('What it may do that it could not before')
  await expect(diff.locator('[data-effect=save]').first()).toContainText('out/*.txt')
  await expect(diff.getByRole('listitem').filter({ hasText: 'save: bounds' })).toBeVisible()
  await page.getByRole('button', { name: /^Revoke the grant for/ }).click()
  await expect(page.getByText('revoked', { exact: true })).toBeVisible()
  expect(await findings(page)).toEqual([])
})

const list = (onError: string) => ({
  version: 1,
  name: `Read each, ${onError}`,
  inputs: {},
  outputs: { items: ['each', 'items'], errors: ['each', 'errors'] },
  nodes: [
    {
      id: 'each',
      type: 'map',
      inputs: {
        items: Array.from({ length: 9 }, (_, index) => (index === 6 ? 'gone.md' : 'notes.md')),
        on_error: onError,
      },
      body: {
        inputs: { item: { schema: { type: 'string' } } },
        outputs: { result: ['look', 'text'] },
        nodes: [{ id: 'look', type: 'files.read', inputs: {} }],
        edges: [{ from: ['$input', 'item'], to: ['look', 'path'] }],
      },
    },
  ],
  edges: [],
})

const outputs = (page: Page) => page.getByRole('region', { name: 'Outputs' })

for (const [onError, end, shows] of [
  ['stop', 'failed', async (page: Page) => expect(page.getByText('each/look: item 7: ')).toBeVisible()],
  [
    'skip',
    'done',
    async (page: Page) => {
      await expect(outputs(page)).toContainText('The kettle is broken.')
      await expect(outputs(page)).not.toContainText('not_found')
    },
  ],
  ['collect', 'done', async (page: Page) => expect(outputs(page)).toContainText('not_found')],
] as const)
  test(`item 7 of a list fails: ${onError}; the page names the node and the item`, async ({ page }) => {
    await openAt(page, server, '/workflows')
    await importGraph(page, list(onError))
    await runDraft(page)
    await expect(state(page, end)).toBeVisible()
    await shows(page)
    const look = page.locator('[data-run-node="each/look"]')
    await expect(look).toContainText('1 failed')
    await look.getByRole('button').click()
    const items = page.getByRole('combobox', { name: 'Items' })
    await items.selectOption({ label: 'item 7: failed' })
    await expect(page.getByRole('region', { name: 'each/look' })).toContainText('gone.md')
    expect(await findings(page)).toEqual([])
  })
