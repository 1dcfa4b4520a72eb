import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, press } from './support/cards.ts'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { makePlace } from './support/server.ts'
import type { Place } from './support/server.ts'
import { thread } from './support/views.ts'

/** The first page and the hints, with the real server and its demo model. */

let place: Place
test.beforeEach(async () => {
  place = await makePlace({ 'README.md': '# Site\n', 'package.json': '{ "name": "site" }\n' })
})
test.afterEach(async () => place.remove())

test('a phone begins at the first page; a hint stands by the real thing and covers no card', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const server = await place.start()
  await page.goto(await server.signIn())
  await expect(page.getByRole('heading', { name: 'Countersign' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Start' }).click()
  const hint = page.getByRole('complementary', { name: 'Hint' })
  await expect(hint).toContainText('The agent proposes, you sign')
  await expect(hint).toBeVisible()
  await page.getByRole('link', { name: 'Waits for you: open it' }).first().click()
  await expect(cardTitled(page, /notes\.md/)).toBeVisible()
  expect(await findings(page)).toEqual([])
  // The next visit recognizes the browser and starts at the waiting list.
  await page.goto(new URL('/', page.url()).href)
  await expect(page).toHaveURL(/\/waiting$/)
})

test('hints: one at a time, never with the focus, gone by Escape or by doing it, back from the palette', async ({
  page,
}) => {
  const server = await place.start()
  await page.goto(await server.signIn())
  await page.getByRole('button', { name: 'Start' }).click()
  const hint = page.getByRole('complementary', { name: 'Hint' })
  await expect(hint).toHaveAttribute('data-coach-mark', 'card')
  await expect(hint).toBeVisible()
  expect(await hint.evaluate((note) => note.contains(document.activeElement))).toBe(false)
  expect(await overlapsCard(page)).toBe(false)
  expect(await findings(page)).toEqual([])

  const card = cardTitled(page, /notes\.md/)
  await press(page, card, /^Allow once: notes/)
  await expect(hint).toHaveAttribute('data-coach-mark', 'mode')
  await page.keyboard.press('Escape')
  await expect(hint).toHaveAttribute('data-coach-mark', 'waiting')
  await expect(hint).toBeVisible()
  await page.getByRole('button', { name: 'Close this hint' }).click()
  await expect(hint).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(hint).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('hints')
  await page.keyboard.press('Enter')
  await expect(hint).toHaveAttribute('data-coach-mark', 'card')
})

test('the first page offers Demo, what is found here, and a key: one that does not work begins nothing', async ({
  page,
}) => {
  const chat = thread('new', { title: 'new' })
  const wire = await fakeWire(page, {
    threads: [],
    snapshots: [snapshot(chat)],
    api: { '/api/models': modelList(false) },
  })
  wire.onCommand = (command) =>
    command.type === 'thread_create'
      ? { type: 'ok', request_id: command.request_id, thread_id: chat.id }
      : 'ok'
  let works = false
  await page.route('**/api/settings/keys/anthropic/check', (route) =>
    route.fulfill({
      json: works ? { ok: true, models: ['one'] } : { ok: false, message: 'the key is refused' },
    }),
  )
  await page.route('**/api/settings/keys/anthropic', (route) => {
    expect(route.request().postDataJSON()).toEqual({ key: 'sk-ant-0123' })
    return route.fulfill({
      json: { key: { ...NO_KEY, source: 'settings', last4: '0123' } },
    })
  })
  await page.goto(wire.url('/welcome'))
  const start = page.getByRole('button', { name: 'Start' })
  await expect(page.getByRole('radio', { name: /^Demo Built in, no key/ })).toBeChecked()
  expect(await linesOfChoices(page)).toEqual([1, 1])
  await page.getByRole('radio', { name: /^Ollama.*2 models found/ }).check()
  await page.getByRole('combobox', { name: 'Ollama model' }).selectOption('small')
  await page.getByRole('radio', { name: /^Anthropic Needs your API key/ }).check()
  await expect(start).toBeDisabled()
  await page.getByLabel('Anthropic API key').fill(' sk-ant-0123 ')
  expect(await findings(page)).toEqual([])
  await start.click()
  await expect(page.getByText('Not started: the key is refused.')).toBeVisible()
  expect(wire.heard.some(({ type }) => type === 'thread_create')).toBe(false)
  works = true
  await page.route('**/api/models', (route) => route.fulfill({ json: modelList(true) }))
  await start.click()
  await expect(page).toHaveURL(/\/t\/thr_new$/)
  expect(wire.heard.find(({ type }) => type === 'thread_create')).toMatchObject({ model: 'anthropic/one' })
  expect(wire.heard.some(({ type }) => type === 'turn_start')).toBe(false)
})

test('an empty chat keeps the folder, the model and the mode that were chosen', async ({ page }) => {
  const wire = await fakeWire(page, { threads: [], snapshots: [], api: { '/api/models': modelList(false) } })
  await page.goto(wire.url('/welcome'))
  await page.getByRole('combobox', { name: 'Path of the folder' }).fill('~/code/invoices')
  await page.getByRole('radio', { name: /^Ollama/ }).check()
  await page.getByRole('combobox', { name: 'Ollama model' }).selectOption('small')
  await page.getByRole('radio', { name: /^Plan/ }).check()
  const saved = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Begin with an empty chat' }).click()
  expect((await saved).postDataJSON()).toEqual({
    default_folder: '~/code/invoices',
    default_model: 'ollama/small',
    default_mode: 'plan',
  })
  await expect(page).toHaveURL(/\/new$/)
})

/** How many lines the choices of model and mode take. */
async function linesOfChoices(page: Page): Promise<readonly number[]> {
  return page.locator('[data-choices]').evaluateAll((rows) =>
    rows.map((row) => {
      const tops = [...row.children].map((child) => Math.round(child.getBoundingClientRect().bottom / 8))
      return new Set(tops).size
    }),
  )
}

const NO_KEY = {
  provider: 'anthropic',
  name: 'Anthropic',
  source: 'none',
  last4: null,
  variable: 'ANTHROPIC_API_KEY',
  overrides_environment: false,
  problem: null,
}

function modelList(keyed: boolean): object {
  const provider = (id: string, name: string, kind: string, ready: boolean) => ({
    id,
    name,
    kind,
    ready,
    base_url: null,
    key: kind === 'service' ? NO_KEY : null,
  })
  const model = (of: string, id: string) => ({
    id: of === 'demo' ? 'demo' : `${of}/${id}`,
    provider: of,
    name: id,
    demo: of === 'demo',
    capabilities: { tools: true, parallel_calls: null, images: null, reasoning: null },
    context_window: null,
    price: null,
  })
  return {
    default_model: 'demo',
    providers: [
      provider('anthropic', 'Anthropic', 'service', keyed),
      provider('ollama', 'Ollama', 'local', true),
      provider('demo', 'Demo', 'demo', true),
    ],
    models: [
      ...(keyed ? [model('anthropic', 'one')] : []),
      model('ollama', 'large'),
      model('ollama', 'small'),
      model('demo', 'Demo'),
    ],
  }
}

async function overlapsCard(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const note = document.querySelector('[data-coach-mark]')?.getBoundingClientRect()
    if (note === undefined) return true
    return [...document.querySelectorAll('[data-card]')].some((card) => {
      const box = card.getBoundingClientRect()
      return note.left < box.right && box.left < note.right && note.top < box.bottom && box.top < note.bottom
    })
  })
}
