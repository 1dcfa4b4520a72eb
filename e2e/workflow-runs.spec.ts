import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { press } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'
import { importGraph, openAt, runDraft, saveVersion } from './support/workflows.ts'

/** Runs on the real server: cards in the middle, inside a map and across a kill; actions on a finished run; triggers. */

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
  inputs: { file: { schema: { type: 'string' }, default: 'copy.md' } },
  outputs: { text: ['read', 'text'] },
  nodes: [
    { id: 'read', type: 'files.read', inputs: { path: 'notes.md' } },
    { id: 'save', type: 'files.write', inputs: {}, bounds: ['*.md'] },
  ],
  edges: [
    { from: ['read', 'text'], to: ['save', 'content'] },
    { from: ['$input', 'file'], to: ['save', 'path'] },
  ],
}

const isDone = (page: Page): Promise<void> =>
  expect(page.locator('[data-run-state=done]')).toBeVisible({ timeout: 30_000 })
const cardOf = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text })
const file = (name: string): Promise<string> => readFile(join(place.workspace, name), 'utf8')

test('a run with a card in the middle goes on after the server was killed and started again', async ({
  page,
}) => {
  await openAt(page, server, '/workflows')
  await importGraph(page, COPY)
  await runDraft(page)
  await expect(cardOf(page, 'copy.md')).toBeVisible()
  await server.kill()
  server = await place.start()
  const card = cardOf(page, 'copy.md')
  await expect(page.getByText('connected', { exact: true })).toBeVisible({ timeout: 30_000 })
  await press(page, card, /^Allow once/)
  await isDone(page)
  expect(await file('copy.md')).toContain('kettle')
})

const EACH = {
  version: 1,
  name: 'Check each',
  inputs: {},
  outputs: { items: ['each', 'items'] },
  nodes: [
    {
      id: 'ask',
      type: 'human.ask',
      inputs: { question: 'Which month?' },
      ports: { outputs: { month: { type: 'string' } } },
    },
    { id: 'list', type: 'text.split', inputs: { text: 'red,green,blue', separator: ',' } },
    {
      id: 'each',
      title: 'For each colour',
      type: 'map',
      inputs: { on_error: 'skip', parallel: 1 },
      body: {
        inputs: { item: { schema: { type: 'string' } } },
        outputs: { result: ['look', 'value'] },
        nodes: [
          {
            id: 'look',
            title: 'Check the colour',
            type: 'human.approve',
            inputs: { question: 'Is this right?', editable: true },
          },
        ],
        edges: [{ from: ['$input', 'item'], to: ['look', 'value'] }],
      },
    },
  ],
  edges: [
    { from: ['list', 'texts'], to: ['each', 'items'] },
    { from: ['ask', 'month'], to: ['each', '$after'] },
  ],
}

test('a form, and a card inside of a map: approved, changed and rejected', async ({ page }) => {
  await openAt(page, server, '/workflows')
  await importGraph(page, EACH)
  await runDraft(page)
  const form = cardOf(page, 'Which month?')
  await form.getByRole('textbox', { name: 'month' }).fill('November')
  expect(await findings(page)).toEqual([])
  await press(page, form, /^Answer/)

  await expect(page.getByText('Check the colour, item 1')).toBeVisible()
  await press(page, cardOf(page, 'red'), /^Approve:/)
  const green = cardOf(page, 'green')
  await expect(page.getByText('Check the colour, item 2')).toBeVisible()
  await green.getByRole('button', { name: 'Change it…' }).click()
  await green.getByRole('textbox', { name: 'Changed value' }).fill('lime')
  await press(page, green, /^Approve the changed value/)
  await expect(page.getByText('Check the colour, item 3')).toBeVisible()
  await press(page, cardOf(page, 'blue'), /^Reject/)
  await isDone(page)
  // People read the titles that they gave, and each lane of the timeline is a line.
  await expect(page.locator('[data-run-node="each/look"]').getByRole('button')).toHaveText('Check the colour')
  const lanes = page.getByRole('region', { name: 'Timeline' }).locator('svg')
  await expect(lanes).not.toHaveCount(0)
  for (const lane of await lanes.all()) expect((await lane.boundingBox())?.height).toBeLessThan(60)
  const outputs = page.getByRole('region', { name: 'Outputs' })
  await expect(outputs).toContainText('red')
  await expect(outputs).toContainText('lime')
  await expect(outputs).not.toContainText('blue')
  expect(await findings(page)).toEqual([])
})

test('of a run: undo says what stays, from here, pinned output, a test that passes', async ({ page }) => {
  await openAt(page, server, '/workflows')
  const workflow = await importGraph(page, COPY)
  await runDraft(page)
  await press(page, cardOf(page, 'copy.md'), /^Allow once/)
  await isDone(page)

  await page.locator('[data-run-node=read]').getByRole('button').click()
  await page.getByRole('button', { name: 'Pin output' }).click()
  await expect(page.getByText('Tests of the draft now use this output of read.')).toBeVisible()
  await page.getByRole('button', { name: 'Use as test' }).click()
  await expect(page.getByText('Test added to the draft')).toBeVisible()
  expect(await findings(page)).toEqual([])

  const undo = page.getByRole('region', { name: 'Undo' })
  await expect(undo).toContainText(
    '1 file changed by this run can be restored. What was sent or run cannot be undone.',
  )
  await undo.getByRole('button', { name: 'Undo run…' }).click()
  await expect(undo).toContainText('copy.md')
  await undo.getByRole('button', { name: 'Undo run', exact: true }).click()
  await expect(undo).toContainText('1 file restored')
  await expect(access(join(place.workspace, 'copy.md'))).rejects.toThrow()

  await page.locator('[data-run-node=save]').getByRole('button').click()
  await page.getByRole('button', { name: 'Run from here' }).click()
  await expect(page.getByRole('dialog')).toContainText('Nodes before save keep their recorded outputs.')
  await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click()
  await press(page, cardOf(page, 'copy.md'), /^Allow once/)
  await isDone(page)
  await expect(page.locator('[data-run-node=read]')).toHaveAttribute('data-node-state', 'reused')

  await page.goto(new URL(`/workflows/${workflow}`, server.address).href)
  await page.getByRole('button', { name: 'Tests', exact: true }).click()
  await page.getByRole('button', { name: 'Run all tests' }).click()
  await expect(page.locator('[data-test^="Run of"] [data-passed=true]')).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('a trigger is promoted after the difference was shown; everything is paused at once', async ({
  page,
}) => {
  await openAt(page, server, '/workflows')
  await importGraph(page, COPY)
  await saveVersion(page, 'first')
  await page.getByRole('button', { name: 'Triggers', exact: true }).click()
  await page.getByRole('button', { name: 'Add a trigger' }).click()
  await page.getByRole('textbox', { name: 'Times, as cron' }).fill('0 0 1 1 *')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.locator('[data-trigger]')).toHaveCount(1)
  expect(await findings(page)).toEqual([])

  await page.getByRole('button', { name: 'List', exact: true }).click()
  const bounds = page.locator('[data-node=save]')
  await bounds.locator('summary').click()
  await bounds.getByRole('textbox', { name: 'Bounds' }).fill('*.md\nout/*.txt')
  await saveVersion(page, 'wider')
  await page.getByRole('button', { name: 'Versions', exact: true }).click()
  await expect(page.locator('[data-version]')).toHaveCount(2)
  expect(await findings(page)).toEqual([])

  await page.getByRole('button', { name: 'Triggers', exact: true }).click()
  await page.getByRole('button', { name: 'Use the current version…' }).click()
  const promote = page.locator('[data-promote]')
  await expect(promote).toContainText('What it may do that it could not before')
  await expect(promote.locator('[data-effect=save]')).toContainText('out/*.txt')
  await promote.getByRole('button', { name: /^Start .* from now on$/ }).click()
  await expect(page.getByRole('button', { name: 'Use the current version…' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Pause everything' }).click()
  await expect(page.getByText('Everything is paused')).toBeVisible()
  await page.getByRole('button', { name: 'Resume triggers' }).click()
  await expect(page.getByText('Everything is paused')).toHaveCount(0)
})
