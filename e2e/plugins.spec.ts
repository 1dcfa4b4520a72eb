import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { obedient, scriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say } from './support/cards.ts'
import { go, install } from './support/plugins.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'

/** Plugins installed while the server runs, with the real server and a page that is never reloaded. */

const EXAMPLES = join(import.meta.dirname, '../examples/plugins')

let model: ScriptedModel
let place: Place
let server: RunningServer

test.beforeEach(async () => {
  model = await scriptedModel(obedient)
  place = await makePlace({}, model.env)
  server = await place.start()
})
test.afterEach(async () => {
  await place.remove()
  await model.close()
})

const call = (name: string, args: object = {}) =>
  JSON.stringify({ load: [name.split('.')[0]], calls: [{ name, args }] })

/** Opens the page, and a thread with the scripted model. */
async function openChat(page: Page): Promise<string> {
  await enter(page, await server.signIn())
  await go(page, '/settings/models')
  await page.getByRole('combobox', { name: 'Model for new chats' }).selectOption('compatible/any')
  await go(page, '/new')
  await say(page, 'hello')
  await expect(page.locator('[data-role=assistant]').last()).toContainText('done')
  return new URL(page.url()).pathname
}

async function listTools(page: Page) {
  await say(page, '/tools')
  return page.getByRole('region', { name: 'Tools' }).last()
}

/** A plugin's frame starts after the installation; its tools exist once the page offers them. */
async function untilOffered(page: Page, tool: string): Promise<void> {
  await expect(async () => {
    await expect(await listTools(page)).toContainText(tool, { timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
}

test('the clock is installed while the server runs; its tools are there without a reload, and at the gate', async ({
  page,
}) => {
  const chat = await openChat(page)
  // A reload of the page would lose this.
  await page.evaluate(() => Object.assign(window, { stays: true }))
  expect(await (await listTools(page)).textContent()).not.toContain('clock.now')

  const panel = await install(page, join(EXAMPLES, 'clock'), 'Clock')
  await expect(panel).toContainText('Not trusted: all its tools ask, even those that only read.')
  await expect(panel).toContainText('offer the agent 2 tools; describe a pane, which Countersign draws')
  await go(page, chat)
  await untilOffered(page, 'clock.now')
  await expect(await listTools(page)).toContainText('plugin Clock')

  await say(page, call('clock.now'))
  const card = cardTitled(page, 'Call clock.now of the plugin Clock')
  await press(page, card, /^Allow once/)
  await expect(page.locator('[data-role=assistant]').last()).toContainText('done')
  await expect.poll(() => JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toMatch(/\d\d:\d\d, UTC/)

  await go(page, '/settings/plugins')
  await panel.getByRole('button', { name: 'Trust its tools' }).click()
  await expect(panel).toContainText('Trusted')
  await go(page, chat)
  const before = model.requests.length
  await say(page, call('clock.now'))
  await expect.poll(() => model.requests.length).toBeGreaterThan(before + 2)
  await expect(page.getByRole('article')).toHaveCount(0)

  await go(page, '/settings/plugins')
  await panel.getByRole('button', { name: 'Remove Clock' }).click()
  await expect(panel).toHaveCount(0)
  await go(page, chat)
  expect(await (await listTools(page)).textContent()).not.toContain('clock.now')
  expect(await page.evaluate(() => 'stays' in window)).toBe(true)
})

test('rooms tells its connection in its pane; disconnecting asks, and the pane follows', async ({ page }) => {
  const chat = await openChat(page)
  const panel = await install(page, join(EXAMPLES, 'rooms'), 'Rooms')
  await panel.getByRole('button', { name: 'Trust its tools' }).click()
  await expect(panel).toContainText('Trusted')
  await go(page, chat)
  await untilOffered(page, 'rooms.status')
  await say(page, call('rooms.status'))
  await expect
    .poll(() => JSON.stringify(model.requests.at(-1)?.messages.at(-1)))
    .toContain('Connected to Kitchen.')
  await say(page, call('rooms.disconnect', { room: 'Kitchen' }))
  const card = cardTitled(page, 'Call rooms.disconnect of the plugin Rooms')
  await expect(card).toBeVisible()
  await go(page, '/pane/plugin?id=rooms')
  const pane = page.locator('[data-plugin=rooms]')
  await expect(pane).toContainText('Connected to Kitchen.')
  await expect(pane.getByRole('table', { name: 'Rooms' })).toContainText('Garden')
  await go(page, chat)
  await press(page, card, /^Allow once/)
  await go(page, '/pane/plugin?id=rooms')
  await expect(pane).toContainText('Not connected.')
})

test('what changed on the disk does not run until a person saw the difference', async ({ page }) => {
  await enter(page, await server.signIn())
  const panel = await install(page, join(EXAMPLES, 'clock'), 'Clock')
  const home = join(place.workspace, '../home/plugins/clock')
  expect((await readdir(home)).toSorted()).toEqual(['main.js', 'plugin.json'])
  await appendFile(join(home, 'main.js'), '\n// something else\n')
  await expect(panel).toContainText('changed, not running')
  await go(page, '/pane/plugin?id=clock')
  await expect(page.getByText('There is no plugin clock, or it is off.')).toBeVisible()
  await go(page, '/settings/plugins')
  await panel.getByRole('button', { name: 'Show the changes' }).click()
  await expect(panel).toContainText('// something else')
  await panel.getByRole('button', { name: 'Accept the changes' }).click()
  await expect(panel).toContainText('· on')
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`settings and panes of plugins pass axe, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await enter(page, await server.signIn())
    await install(page, join(EXAMPLES, 'clock'), 'Clock')
    await install(page, join(EXAMPLES, 'rooms'), 'Rooms')
    expect(await findings(page)).toEqual([])
    await go(page, '/pane/plugin?id=rooms')
    await expect(page.locator('[data-plugin=rooms]')).toContainText('Kitchen')
    expect(await findings(page)).toEqual([])
    await go(page, '/pane/plugin?id=clock')
    await expect(page.locator('[data-plugin=clock]')).toContainText('Time zone')
    expect(await findings(page)).toEqual([])
  })
