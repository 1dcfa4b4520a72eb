import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { obedient, scriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import { cardTitled, enter, press, say, stepTo } from './support/cards.ts'
import { go, install } from './support/plugins.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'
import { buildWithStub, serveStub } from './support/stub.ts'

/** The template module, added by one line: all modes, all answers, and everything that can happen while a card waits. */

let folder: string
let model: ScriptedModel
let place: Place
let server: RunningServer

test.describe.configure({ mode: 'default' })
test.use({ viewport: { width: 1400, height: 900 } })

test.beforeAll(async () => {
  folder = await buildWithStub()
})
test.beforeEach(async ({ page }) => {
  model = await scriptedModel(obedient)
  place = await makePlace({ 'README.md': '# Invoicer\n' }, model.env)
  server = await place.start()
  await serveStub(page, folder)
})
test.afterEach(async () => {
  await place.remove()
  await model.close()
})

/** A thread with the stub's pane and an editor next to it: tools with an effect are only offered with an open editor. */
async function openStub(page: Page): Promise<void> {
  await enter(page, await server.signIn())
  await go(page, '/settings/models')
  await page.getByRole('combobox', { name: 'Model for new chats' }).selectOption('compatible/any')
  await go(page, '/new')
  await say(page, 'hello')
  await expect(page.locator('[data-role=assistant]').last()).toContainText('done')
  await page.getByRole('link', { name: 'Write', exact: true }).click()
  await page.getByRole('treeitem', { name: /README/ }).click()
  await expect(page.locator('[data-editor] .cm-content')).toContainText('Invoicer')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search chats, pages and commands' }).fill('stub pane')
  await page.keyboard.press('Enter')
  await expect(value(page)).toContainText('The value is nothing.')
  // Moves the pane so that the thread, which it covers, is visible again.
  await page.getByRole('button', { name: 'Pane menu of Stub' }).click()
  await page.getByRole('menuitem', { name: /Move pane down/ }).click()
  await expect(page.locator('#composer')).toBeVisible()
}

const value = (page: Page) => page.locator('[data-pane="stub.value"]')
const card = (page: Page) => cardTitled(page, /stub\.setValue/)
const read = () => JSON.stringify({ load: ['stub'], calls: [{ name: 'stub.getValue', args: {} }] })
const set = (next: string) =>
  JSON.stringify({ load: ['stub'], calls: [{ name: 'stub.setValue', args: { value: next } }] })

/** The result that the model received for its last call. */
const told = (): string =>
  String(model.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content)

/** Sends a message, and again if the mode changed at that moment. */
async function send(page: Page, text: string): Promise<void> {
  const field = page.locator('#composer')
  await field.fill(text)
  await expect(async () => {
    await field.press('Enter')
    await expect(field).toHaveValue('', { timeout: 1000 })
  }).toPass()
}

/** Sends a message and waits until the model received the outcome. */
async function sayAndEnd(page: Page, text: string): Promise<void> {
  const before = model.requests.length
  await send(page, text)
  await expect.poll(() => model.requests.length).toBeGreaterThanOrEqual(before + 3)
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
}

/** Says yes to every card by key; in Strict there is also one for loading the tools. */
async function allowUntil(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('F8')
    await expect(page.locator('[data-card]:focus')).toHaveAttribute('data-armed', 'true', { timeout: 2000 })
    await page.keyboard.press('a')
    await expect(value(page)).toContainText(text, { timeout: 1500 })
  }).toPass()
}

async function setMode(page: Page, label: string): Promise<void> {
  await page.locator('#composer-mode').click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${label}`) }).click()
  await expect(page.locator('#composer-mode')).toContainText(label)
}

test('every mode: what reads runs, what has an effect is blocked, asked or run', async ({ page }) => {
  test.setTimeout(120_000)
  await openStub(page)
  for (const mode of ['Plan', 'Ask', 'Accept edits', 'Auto']) {
    await setMode(page, mode)
    await sayAndEnd(page, read())
    expect(told(), mode).not.toMatch(/did not run|blocked/)
  }
  await setMode(page, 'Plan')
  await sayAndEnd(page, set('planned'))
  await expect(value(page)).toContainText('The value is nothing.')
  for (const mode of ['Strict', 'Ask', 'Accept edits']) {
    await setMode(page, mode)
    await send(page, set(mode))
    await expect(page.locator('[data-card][data-state="pending"]').first()).toBeVisible()
    await expect(value(page)).not.toContainText(`The value is ${mode}.`)
    await allowUntil(page, `The value is ${mode}.`)
  }
  await setMode(page, 'Auto')
  await sayAndEnd(page, set('unattended'))
  await expect(value(page)).toContainText('The value is unattended.')
})

test('every answer: once, no, for this chat; and its key, its setting, its context', async ({ page }) => {
  await openStub(page)
  await say(page, set('one'))
  await stepTo(page, card(page))
  await page.keyboard.press('d')
  await expect.poll(told).toMatch(/denied|declined|no/i)
  await expect(value(page)).toContainText('The value is nothing.')
  await say(page, set('two'))
  await stepTo(page, card(page))
  await page.keyboard.press('a')
  await expect(value(page)).toContainText('The value is two.')
  await say(page, set('three'))
  await stepTo(page, card(page))
  await page.keyboard.press('c')
  await expect(value(page)).toContainText('The value is three.')
  await sayAndEnd(page, set('three'))
  expect(told()).toBe('The value is three.')
  const calls = [{ name: 'get_pane_context', args: { instanceId: 'stub.value' } }]
  const before = model.requests.length
  await say(page, JSON.stringify({ calls }))
  await expect.poll(() => model.requests.length).toBeGreaterThan(before + 1)
  expect(told()).toContain('The value is three.')
  await page.keyboard.press('Control+Alt+j')
  await expect(value(page)).toContainText('The value is nothing.')
  const { pathname } = new URL(page.url())
  await go(page, '/settings/stub')
  await page.getByRole('checkbox', { name: 'Show the value in capitals' }).check()
  await go(page, pathname)
  await expect(value(page)).toContainText('The value is NOTHING.')
})

test('the manifest changes while a card waits: the yes still runs the call that was shown', async ({
  page,
}) => {
  await openStub(page)
  const { pathname } = new URL(page.url())
  await say(page, set('later'))
  await expect(card(page)).toBeVisible()
  await install(page, join(import.meta.dirname, '../examples/plugins/clock'), 'Clock')
  await go(page, pathname)
  await press(page, card(page), 'Allow once')
  await expect(value(page)).toContainText('The value is later.')
})

test('who leaves while a card waits and comes back answers it, and it runs', async ({ page }) => {
  await openStub(page)
  await say(page, set('again'))
  await expect(card(page)).toBeVisible()
  // A changed layout is saved a moment later; a person who leaves earlier finds the previous one.
  await page.waitForTimeout(2000)
  await page.goto('about:blank')
  await page.goBack()
  await expect(card(page)).toBeVisible()
  await expect(value(page)).toContainText('The value is nothing.')
  await press(page, card(page), 'Allow once')
  await expect(value(page)).toContainText('The value is again.')
})
