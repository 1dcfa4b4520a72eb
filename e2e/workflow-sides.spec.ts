import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { outOfSight, tooSmall } from './support/measures.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'
import { importGraph, openAt, runDraft, saveVersion } from './support/workflows.ts'

/** Triggers with all their settings, two versions compared, and two windows with one draft. */

let place: Place
let server: RunningServer

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(async () => {
  place = await makePlace({ 'notes.md': 'The kettle is broken.\n' })
  server = await place.start()
})
test.afterEach(async () => place.remove())

async function noFindings(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findings(page), `${what}, ${colorScheme}`).toEqual([])
  }
}

const tab = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const COPY = {
  version: 1,
  name: 'Copy',
  inputs: { file: { schema: { type: 'string' } }, times: { schema: { type: 'integer' }, default: 1 } },
  outputs: {},
  nodes: [
    { id: 'read', type: 'files.read', inputs: { path: 'notes.md' } },
    { id: 'save', type: 'files.write', inputs: {}, bounds: ['*.md'] },
  ],
  edges: [
    { from: ['read', 'text'], to: ['save', 'content'] },
    { from: ['$input', 'file'], to: ['save', 'path'] },
  ],
}

test('a trigger every ten seconds, with the input that the version requires, runs; its settings are shown and changed', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await openAt(page, server, '/workflows')
  await importGraph(page, COPY)
  await saveVersion(page, 'first')
  await tab(page, 'Triggers').click()
  await page.getByRole('button', { name: 'Add a trigger' }).click()
  const form = page.getByRole('form', { name: 'Add a trigger' })
  await form
    .getByRole('combobox', { name: 'Schedule' })
    .selectOption('at an interval, counted from the last time')
  await form.getByRole('spinbutton', { name: 'Every' }).fill('9')
  await form.getByRole('combobox', { name: 'Unit' }).selectOption('seconds (10 or more)')
  await form.getByRole('combobox', { name: 'Times missed' }).selectOption('a run for each, up to 10')
  await form.getByRole('combobox', { name: 'If its last run' }).selectOption('start another at the same time')
  await form.getByRole('combobox', { name: 'Mode' }).selectOption('Accept edits')
  await noFindings(page, 'form')
  const add = form.getByRole('button', { name: 'Add', exact: true })
  await expect(add).toBeDisabled()
  await form.getByRole('textbox', { name: 'file' }).fill('made.md')
  // Nine seconds are too few.
  await expect(add).toBeDisabled()
  await form.getByRole('spinbutton', { name: 'Every' }).fill('10')
  await add.click()

  const row = page.locator('[data-trigger]')
  await expect(row).toContainText('every 10 seconds')
  await expect(row).toContainText('missed times run too · runs in parallel · inputs: file')
  await expect
    .poll(() => readFile(join(place.workspace, 'made.md'), 'utf8').catch(() => ''), { timeout: 60_000 })
    .toContain('kettle')

  await row.getByRole('button', { name: /^Change trigger/ }).click()
  const change = page.getByRole('form', { name: 'Change the trigger' })
  await expect(change.getByRole('spinbutton', { name: 'Every' })).toHaveValue('10')
  await expect(change.getByRole('textbox', { name: 'file' })).toHaveValue('made.md')
  await change.getByRole('spinbutton', { name: 'Every' }).fill('2')
  await change.getByRole('combobox', { name: 'Unit' }).selectOption('hours')
  await change.getByRole('combobox', { name: 'If its last run' }).selectOption('start one after it')
  await change.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row).toContainText('every 2 hours')
  await expect(row).toContainText('queues one')

  // What the event brings need not be set.
  await page.getByRole('button', { name: 'Add a trigger' }).click()
  await form.getByRole('combobox', { name: 'When' }).selectOption('when a web address is called')
  await expect(form.getByText('an input named body gets the whole body')).toBeVisible()
  await expect(add).toBeEnabled()
  await page.setViewportSize({ width: 800, height: 900 })
  expect(await page.evaluate(outOfSight)).toEqual([])
})

test('any two versions are compared, first what the second may newly do', async ({ page }) => {
  await openAt(page, server, '/workflows')
  await importGraph(page, COPY)
  await saveVersion(page, 'first')
  await tab(page, 'List').click()
  const save = page.locator('[data-node=save]')
  await save.locator('summary').click()
  for (const [bounds, message] of [
    ['*.md\nout/*.txt', 'second'],
    ['*.md\nout/*.txt\nlogs/*.log', 'third'],
  ] as const) {
    await save.getByRole('textbox', { name: 'Bounds' }).fill(bounds)
    await expect(page.getByText('Draft saved')).toBeVisible()
    await saveVersion(page, message)
  }
  await tab(page, 'Versions').click()
  await page.getByRole('button', { name: 'Compare two…' }).click()
  const from = page.getByRole('combobox', { name: 'From' })
  const to = page.getByRole('combobox', { name: 'To' })
  const diff = page.getByRole('region', { name: /^From \w{8} to \w{8}$/ })
  const labels = await from.locator('option').allTextContents()
  expect(labels.map((label) => label.slice(9))).toEqual(['third', 'second', 'first'])
  // The two newest at first.
  await expect(from.locator('option:checked')).toContainText('second')
  await expect(to.locator('option:checked')).toContainText('third')
  await expect(diff.getByRole('heading').first()).toHaveText('What it may do that it could not before')
  await expect(diff.locator('[data-effect=save]').first()).toContainText('logs/*.log')
  await noFindings(page, 'compare')

  await from.selectOption(labels[0] ?? '')
  await expect(page.getByText('Choose two that differ.')).toBeVisible()
  await to.selectOption(labels[2] ?? '')
  // In the other direction nothing is new.
  await expect(diff).toContainText('Nothing new.')
  await expect(diff.getByRole('heading', { name: 'What it may no longer do' })).toBeVisible()
  await from.selectOption(labels[1] ?? '')
  await to.selectOption('the draft')
  const draft = page.getByRole('region', { name: /^From \w{8} to the draft$/ })
  await expect(draft.locator('[data-effect=save]').first()).toContainText('logs/*.log')
})

test('a changed draft is tried on the last runs, and nothing runs', async ({ page }) => {
  await openAt(page, server, '/workflows')
  await importGraph(page, { ...COPY, inputs: {}, nodes: COPY.nodes.slice(0, 1), edges: [] })
  await saveVersion(page, 'first')
  await runDraft(page)
  await expect(page.locator('[data-run-state=done]')).toBeVisible({ timeout: 30_000 })
  const ran = await page.locator('[data-run]').getAttribute('data-run')
  await page.goBack()
  await page.locator('[data-node=read]').getByRole('textbox', { name: 'Value of path' }).fill('.env')
  await expect(page.getByText('Draft saved')).toBeVisible()

  await tab(page, 'Versions').click()
  await page.getByRole('button', { name: /^Compare with draft/ }).click()
  const replay = page.getByRole('region', { name: 'The last runs, with the draft' })
  await replay.getByRole('button', { name: 'Try on the last runs' }).click()
  const row = replay.locator(`[data-replayed="${ran ?? ''}"]`)
  await expect(row).toContainText('1 differs or asks')
  const effect = row.getByRole('listitem').filter({ hasText: '.env' })
  await expect(effect).toContainText('different')
  await expect(effect).toContainText('was notes.md')
  await expect(effect).toContainText('asks')
  await noFindings(page, 'replay')
  for (const width of [1440, 2200]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(outOfSight)).toEqual([])
  }
  // Neither did it start a run.
  await tab(page, 'Runs').click()
  await expect(page.getByRole('link', { name: /^Run of/ })).toHaveCount(1)
})

test('a workflow of the project is shown with what it may do, and imported as a draft', async ({ page }) => {
  const folder = join(place.workspace, '.countersign', 'workflows')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'copy.json'), JSON.stringify(COPY))
  await writeFile(join(folder, 'other.json'), '[1, 2]')
  await openAt(page, server, '/workflows')
  const copy = page.locator('[data-project-workflow="copy.json"]')
  await expect(copy.locator('[data-effect=save]')).toContainText('*.md')
  await expect(page.locator('[data-project-workflow="other.json"]')).toContainText(
    'This file is not a workflow.',
  )
  await noFindings(page, 'workflows of the project')

  // What is imported is what was shown.
  await writeFile(join(folder, 'copy.json'), JSON.stringify({ ...COPY, name: 'Changed' }))
  await copy.getByRole('button', { name: 'Import Copy' }).click()
  await expect(page.getByText('the file has changed since it was listed')).toBeVisible()
  await copy.getByRole('button', { name: 'Import Changed' }).click()
  await page.waitForURL(/\/workflows\/wf_/)
  await expect(page.locator('[data-node=save]')).toBeVisible()
})

test('two windows with one draft: the second to save sees the difference, and decides about that one', async ({
  page,
  context,
}) => {
  await openAt(page, server, '/workflows')
  const id = await importGraph(page, COPY)
  const other = await context.newPage()
  await other.goto(new URL(`/workflows/${id}`, server.address).href)
  const theirs = other.locator('[data-node=save]').getByRole('textbox', { name: /^Title/ })
  await theirs.fill('Theirs')
  await expect(other.getByText('Draft saved')).toBeVisible()

  const save = page.locator('[data-node=save]')
  await save.locator('summary').click()
  await save.getByRole('textbox', { name: 'Bounds' }).fill('*.md\nout/*.txt')
  const bar = page.getByRole('region', { name: 'Two drafts' })
  await expect(bar).toContainText('Another window saved this draft after you opened it.')
  const diff = bar.getByRole('region', { name: 'From theirs to yours' })
  await expect(diff.getByRole('heading').first()).toHaveText('What it may do that it could not before')
  await expect(diff.locator('[data-effect=save]').first()).toContainText('out/*.txt')
  await expect(diff.getByRole('listitem').filter({ hasText: 'save: title, bounds' })).toBeVisible()
  await noFindings(page, 'conflict')

  // They go on: a person never decides about a draft that was not shown.
  await theirs.fill('Theirs again')
  await expect(other.getByText('Draft saved')).toBeVisible()
  await bar.getByRole('button', { name: 'Keep mine' }).click()
  await expect(bar).toContainText('The other window saved again.')
  await bar.getByRole('button', { name: 'Keep mine' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByText('Draft saved')).toBeVisible()
  await other.reload()
  await expect(other.locator('[data-node=save]').getByRole('textbox', { name: /^Title/ })).toHaveValue('')
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true })

  test('on a phone the sheet of a run fits, with targets that a finger hits', async ({ page }) => {
    await openAt(page, server, '/workflows')
    await importGraph(page, COPY)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Run…' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await noFindings(page, 'run sheet')
    expect(await page.evaluate(tooSmall)).toEqual([])
    expect(await page.evaluate(outOfSight)).toEqual([])
  })
})
