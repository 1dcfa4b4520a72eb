import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { scriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type {
  ScriptedAnswer,
  ScriptedModel,
  ScriptedRequest,
} from '../apps/server/src/testing/scripted-model.ts'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say } from './support/cards.ts'
import { go } from './support/plugins.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'

/** Panes docked by keys, by drag and by the agent; layouts stored on the server; panes in separate windows. */

let model: ScriptedModel
let place: Place
let server: RunningServer

// Too narrow for the list of threads next to the workbench.
test.use({ viewport: { width: 1400, height: 900 } })

test.beforeEach(async () => {
  model = await scriptedModel(stepwise)
  place = await makePlace({ 'README.md': '# Invoicer\n' }, model.env)
  server = await place.start()
})
test.afterEach(async () => {
  await place.remove()
  await model.close()
})

/** Makes the calls that the message names, one step per list. */
function stepwise({ messages }: ScriptedRequest): ScriptedAnswer {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const content = messages[asked]?.content
  if (typeof content !== 'string' || !content.startsWith('[')) return { text: 'done' }
  const steps = JSON.parse(content) as readonly { name: string; args: unknown }[][] // the test wrote it
  const answered = messages.slice(asked).filter(({ role }) => role === 'assistant').length
  const calls = steps[answered]
  return calls === undefined ? { text: 'All steps are done.' } : { calls }
}

const LOAD = [{ name: 'load_tools', args: { groups: ['layout'] } }]
const layoutStep = (verb: string, args: unknown) => [{ name: `layout.${verb}`, args }]
const write = (path: string) => JSON.stringify([[{ name: 'files.write', args: { path, content: 'x\n' } }]])

/** The results that the model received for its calls. */
const told = (): string =>
  (model.requests.at(-1)?.messages ?? [])
    .flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []))
    .join('\n')

async function openDock(page: Page, message = 'hello'): Promise<void> {
  await enter(page, await server.signIn())
  await go(page, '/settings/models')
  await page.getByRole('combobox', { name: 'Model for new chats' }).selectOption('compatible/any')
  await go(page, '/new')
  await say(page, message)
  await expect(page.locator('[data-role=assistant]').last()).toContainText('done')
  await page.getByRole('link', { name: 'Write', exact: true }).click()
  await expect(page.getByRole('tree', { name: 'Files in this folder' })).toBeVisible()
}

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })
const pane = (page: Page, id: string) => page.locator(`[data-pane="${id}"]`)
const composer = (page: Page) => page.locator('#composer')
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

async function leftOf(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.x ?? Number.NaN
}

async function choose(page: Page, words: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  const name = typeof words === 'string' ? words : words.source
  await page.getByRole('combobox', { name: 'Search chats, pages and commands' }).fill(name)
  await page.getByRole('option', { name: words }).first().click()
}

async function inBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findings(page), colorScheme).toEqual([])
  }
}

test('panes are docked by the keyboard alone: a ghost shows where, it is said, and it can be undone', async ({
  page,
}) => {
  await openDock(page)
  await composer(page).focus()
  await page.keyboard.press('F6')
  await expect(tab(page, 'Files')).toBeFocused()
  await page.keyboard.press('Shift+F6')
  await expect(tab(page, 'Chat')).toBeFocused()
  await page.keyboard.press('F6')
  await page.keyboard.down('Control')
  await page.keyboard.down('Alt')
  await page.keyboard.press('ArrowRight')
  const ghost = page.locator('[data-ghost]')
  await expect(ghost).toBeVisible()
  await expect(status(page, 'Files: in one place with the empty place.')).toHaveCount(1)
  for (let at = 0; at < 3; at += 1) await page.keyboard.press('ArrowRight')
  await expect(status(page, 'Files: right of Chat. Release the keys')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(ghost).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  for (let at = 0; at < 3; at += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.up('Alt')
  await page.keyboard.up('Control')
  await expect(ghost).toHaveCount(0)
  await expect(status(page, 'Files is right of Chat.')).toHaveCount(1)
  await expect(tab(page, 'Files')).toBeFocused()
  expect(await leftOf(pane(page, 'files'))).toBeGreaterThan(await leftOf(pane(page, 'chat')))
  await page.keyboard.press('Enter')
  await expect(pane(page, 'files').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Control+Alt+z')
  await expect.poll(() => leftOf(pane(page, 'files'))).toBeLessThan(20)
  await page.keyboard.press('Control+Alt+Shift+z')
  await expect.poll(() => leftOf(pane(page, 'files'))).toBeGreaterThan(500)
  // The same with the palette and with the menu of a pane.
  await tab(page, 'Files').focus()
  await choose(page, 'Move pane left')
  await expect(status(page, /^Files is .*in one place with Chat/)).toHaveCount(1)
  await page.getByRole('button', { name: 'Pane menu of Files' }).click()
  await page.getByRole('menuitem', { name: /Move pane down/ }).click()
  await expect(status(page, 'Files is below Chat.')).toHaveCount(1)
  await inBothThemes(page)
})

test('a tab is dragged to the side of a pane, and stands there for the next browser too', async ({
  page,
  browser,
}) => {
  await openDock(page)
  const box = await pane(page, 'chat').boundingBox()
  if (box === null) throw new Error('the chat is not drawn')
  await tab(page, 'Files').hover()
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 })
  await page.mouse.move(box.x + box.width - 40, box.y + box.height / 2, { steps: 10 })
  await page.mouse.up()
  await expect.poll(() => leftOf(pane(page, 'files'))).toBeGreaterThan(700)
  const { pathname } = new URL(page.url())
  await page.waitForTimeout(500)
  const other = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  await enter(other, await server.signIn())
  await expect(other.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await other.goto(`${server.address}${pathname.slice(1)}`)
  await expect(pane(other, 'files')).toBeVisible()
  expect(await leftOf(pane(other, 'files'))).toBeGreaterThan(await leftOf(pane(other, 'chat')))
  // Another screen size has its own layout.
  await other.setViewportSize({ width: 1000, height: 800 })
  await expect.poll(() => leftOf(pane(other, 'files'))).toBeLessThan(20)
  await other.setViewportSize({ width: 1400, height: 900 })
  await expect.poll(() => leftOf(pane(other, 'files'))).toBeGreaterThan(700)
  await other.close()
})

test('layouts ship, are saved by name, and are found again; an unknown pane keeps its name', async ({
  page,
}) => {
  await openDock(page)
  await page.getByRole('link', { name: 'Review', exact: true }).click()
  await expect(tab(page, 'Changes')).toBeVisible()
  await page.getByRole('link', { name: 'Watch', exact: true }).click()
  await expect(tab(page, 'Observability')).toBeVisible()
  await expect(tab(page, 'Waiting')).toBeVisible()
  await inBothThemes(page)
  await page.getByRole('button', { name: 'More layouts' }).click()
  await page.getByRole('menuitem', { name: 'Save layout as…' }).click()
  await page.getByRole('textbox', { name: 'Name of the layout' }).fill('Mine')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'More layouts: Mine' })).toBeVisible()
  await page.getByRole('link', { name: 'Write', exact: true }).click()
  await expect(tab(page, 'Files')).toBeVisible()
  await page.waitForTimeout(500)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Write', exact: true })).toHaveAttribute('aria-current', 'page')
  await choose(page, 'Layout: Mine')
  await expect(tab(page, 'Observability')).toBeVisible()
  await page.waitForTimeout(500)
  await page.route('**/api/layouts?*', async (route) => {
    const answer = await route.fetch()
    const text = (await answer.text()).replaceAll('"component":"observability"', '"component":"gone"')
    await route.fulfill({ response: answer, body: text })
  })
  await page.reload()
  await tab(page, 'Observability').click()
  await expect(page.getByText('This version has no pane of type gone.')).toBeVisible()
})

test('the agent arranges panes while the person types: no letter is lost, and results say what is where', async ({
  page,
}) => {
  await openDock(page)
  const steps = [
    LOAD,
    layoutStep('open', { type: 'terminal' }),
    layoutStep('split', { instanceId: 'chat', direction: 'horizontal', type: 'status' }),
    layoutStep('move', { pane: 'status', beside: 'chat', side: 'left' }),
    layoutStep('open', { type: 'waiting', beside: 'chat', side: 'with' }),
    layoutStep('switch', { workspace: 'Review' }),
    layoutStep('switch', { layout: 'Write' }),
    layoutStep('focus', { pane: 'chat' }),
  ]
  await say(page, JSON.stringify(steps))
  await expect(composer(page)).toHaveValue('')
  const typed = 'the person goes on and on while panes move around, letter by letter'
  await page.keyboard.type(typed, { delay: 60 })
  await expect(page.getByText('All steps are done.')).toBeVisible()
  await expect(composer(page)).toHaveValue(typed)
  await expect(composer(page)).toBeFocused()
  expect(told()).toContain('Status is below Chat.')
  expect(told()).toContain('Status is left of Chat.')
  expect(told()).toMatch(/Waiting is .*in one place with Chat, behind it\./)
  expect(told()).toContain('The layout is Review')
  // It only renders: no shell was started.
  await choose(page, 'Terminal')
  await expect(page.getByRole('button', { name: 'Start a terminal' })).toBeVisible()
})

test('a waiting card is never covered, and unsaved work is not closed', async ({ page }) => {
  await openDock(page)
  await page.getByRole('treeitem', { name: /README/ }).click()
  await page.locator('[data-editor] .cm-content').click()
  await page.keyboard.type('unsaved ')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
  const steps = [
    LOAD,
    [
      { name: 'files.write', args: { path: 'a.md', content: 'x\n' } },
      ...layoutStep('open', { type: 'status', beside: 'chat', side: 'with' }),
      ...layoutStep('focus', { pane: 'status' }),
      ...layoutStep('close', { instanceId: 'editor:README.md' }),
    ],
  ]
  await say(page, JSON.stringify(steps))
  const card = cardTitled(page, /a\.md/)
  await expect(tab(page, 'Status')).toBeVisible()
  await expect(card).toBeVisible()
  await press(page, card, 'Allow once')
  await expect(page.getByText('All steps are done.')).toBeVisible()
  expect(told()).toContain('unsaved: README.md has unsaved work and stays open.')
  await expect(page.locator('[data-editor] .cm-content')).toContainText('unsaved')
})

test('a pane in a window of its own answers a card', async ({ page }) => {
  await openDock(page)
  await say(page, write('notes.md'))
  await expect(cardTitled(page, /notes\.md/)).toBeVisible()
  await page.getByRole('button', { name: 'Pane menu of Chat' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: /Open pane in its own window/ }).click()
  const own = await opening
  const card = cardTitled(own, /notes\.md/)
  await expect(card).toBeVisible()
  expect(await findings(own)).toEqual([])
  await press(own, card, 'Allow once')
  await expect(own.getByText('All steps are done.')).toBeVisible()
  await expect(page.getByText('All steps are done.')).toBeVisible()
  await expect(pane(page, 'files').getByRole('treeitem', { name: /notes\.md/ })).toBeVisible()
  await tab(page, 'Files').click()
  await page.getByRole('button', { name: 'Pane menu of Files' }).click()
  const second = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: /Open pane in its own window/ }).click()
  const files = await second
  await expect(files.getByRole('treeitem', { name: /notes\.md/ })).toBeVisible()
  await expect(tab(page, 'Files')).toHaveCount(0)
})

test('chats side by side have a mode and a composer each; F8 walks through the cards of both', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1900, height: 1000 })
  await openDock(page, 'the first chat')
  const first = page.url()
  await go(page, '/new')
  await say(page, 'the second chat')
  await expect(page.locator('[data-role=assistant]').last()).toContainText('done')
  await page.goto(first)
  await expect(page.getByRole('tree', { name: 'Files in this folder' })).toBeVisible()
  await choose(page, /Open next to this chat: done/)
  // The model gives every thread this title.
  await expect(tab(page, /^done/)).toBeVisible()
  await page.getByRole('button', { name: /^Pane menu of done/ }).click()
  await page.getByRole('menuitem', { name: /Move pane left/ }).click()
  const chats = page.locator('[data-thread-page]')
  await expect(chats).toHaveCount(2)
  const beside = page.locator('[data-pane^="chat:"]')
  await beside.getByRole('textbox', { name: 'Message' }).fill(write('second.md'))
  await page.keyboard.press('Enter')
  await expect(beside.getByRole('article', { name: /second\.md/ })).toBeVisible()
  await composer(page).fill(write('first.md'))
  await page.keyboard.press('Enter')
  await expect(pane(page, 'chat').getByRole('article', { name: /first\.md/ })).toBeVisible()
  await page.keyboard.press('F8')
  await page.keyboard.press('F8')
  const focused = page.locator('[data-card]:focus')
  await expect(focused).toHaveCount(1)
  const one = await focused.getAttribute('data-card')
  await page.keyboard.press('F8')
  await expect.poll(() => focused.getAttribute('data-card')).not.toBe(one)
  // Each has its own mode.
  await beside.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.press('Control+Shift+m')
  await page.getByRole('menuitemradio', { name: /^Plan/ }).click()
  await expect(beside.getByRole('button', { name: /Plan/ }).first()).toBeVisible()
  await expect(pane(page, 'chat').getByRole('button', { name: /Plan/ })).toHaveCount(0)
  await inBothThemes(page)
})
