import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { cardTitled, enter, say } from './support/cards.ts'
import { go, install } from './support/plugins.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'
import { setTrap } from './support/trap.ts'
import type { Trap } from './support/trap.ts'

/** Hostile plugins in a real browser, on a real server. A trap records everything that reaches the network. */

const HOSTILE = join(import.meta.dirname, 'support/hostile')

let place: Place
let server: RunningServer
let trap: Trap
let folder: string

test.beforeEach(async () => {
  trap = await setTrap()
  folder = await mkdtemp(join(tmpdir(), 'countersign-hostile-'))
  place = await makePlace()
  server = await place.start()
})
test.afterEach(async () => {
  await place.remove()
  await trap.close()
  await rm(folder, { recursive: true })
})

/** Installs a plugin with this script. */
async function installed(page: Page, main: string, more: object = {}): Promise<void> {
  const at = join(folder, 'hostile')
  await mkdir(at, { recursive: true })
  const json = {
    id: 'hostile',
    name: 'Hostile',
    version: '1',
    api: 1,
    permissions: { pane: 'described' },
    ...more,
  }
  const script = main
    .replaceAll('__PORT__', String(trap.port))
    .replaceAll('__OWN__', new URL(server.address).origin)
  await writeFile(join(at, 'plugin.json'), JSON.stringify(json))
  await writeFile(join(at, 'main.js'), script)
  await install(page, at, 'Hostile')
}

const pane = (page: Page) => page.locator('[data-plugin=hostile]')
const stopped = (page: Page) => page.getByRole('alert').filter({ hasText: 'Hostile was stopped' })

/** A thread with content, and its URL. */
async function openChat(page: Page): Promise<string> {
  await enter(page, await server.signIn())
  await say(page, 'write notes.md: hello')
  await expect(cardTitled(page, /notes\.md/)).toBeVisible()
  return new URL(page.url()).pathname
}

/**
 * Types as a person who does not look up. The browser never confirms a key that reached a frame which was removed in that moment, so each
 * key waits for its confirmation only so long.
 */
async function typeOn(page: Page, words: string): Promise<void> {
  for (const letter of words) {
    const typed = page.keyboard.type(letter).catch(() => undefined)
    await Promise.race([typed, delay(500)])
    await delay(8)
  }
}

test('whatever a plugin tries fails, and no request, socket or packet reaches a server', async ({
  page,
  context,
}) => {
  await enter(page, await server.signIn())
  const answered: string[] = []
  context.on('requestfinished', (request) => answered.push(request.url()))
  await installed(page, await readFile(join(HOSTILE, 'attacks.js'), 'utf8'))
  await go(page, '/pane/plugin?id=hostile')
  await expect(pane(page)).toContainText('all tried', { timeout: 50_000 })
  const names = await pane(page).locator('dt').allTextContents()
  const ends = await pane(page).locator('dd').allTextContents()
  const worked = names.filter((_name, index) => !(ends[index] ?? '').startsWith('failed'))
  expect(names.length).toBeGreaterThan(40)
  expect(worked).toEqual([])
  expect(trap.reached).toEqual([])
  expect(answered.filter((url) => url.includes(String(trap.port)))).toEqual([])
  await expect(page).toHaveURL(/\/pane\/plugin/)
})

for (const [how, main] of [
  ['its address', `location.href = 'http://127.0.0.1:__PORT__/secret'`],
  [
    'a link',
    `const a = document.createElement('a'); a.href = 'http://127.0.0.1:__PORT__/secret'; document.body.append(a); a.click()`,
  ],
] as const)
  test(`it cannot go elsewhere with its own frame, and is stopped: ${how}`, async ({ page }) => {
    await enter(page, await server.signIn())
    await installed(page, `setTimeout(() => { ${main} }, 200)`)
    await expect(stopped(page)).toContainText('it tried to load another document')
    // The browser connects before it checks the policy, but nothing is ever sent.
    expect(trap.reached.filter((line) => line !== 'tcp: a connection')).toEqual([])
  })

test('its own script in a frame of text gets no window with WebRTC in it', async ({ page }) => {
  await enter(page, await server.signIn())
  await installed(
    page,
    `if (location.href === 'about:srcdoc') {
      const line = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:__PORT__' }] })
      line.createDataChannel('x')
      line.createOffer().then((offer) => line.setLocalDescription(offer))
    } else {
      const text = document.scripts[1].textContent
      let said = 'made'
      try {
        const frame = document.createElement('iframe')
        frame.srcdoc = '<script>' + text + '</' + 'script>'
        document.body.append(frame)
      } catch (error) { said = 'refused' }
      setTimeout(() => countersign.view([{ kind: 'text', text: 'tried: ' + said }]), 2000)
    }`,
  )
  await go(page, '/pane/plugin?id=hostile')
  await expect(pane(page)).toContainText('tried: refused')
  expect(trap.reached).toEqual([])
})

/** Takes the focus again and again, starting `after` milliseconds after it became visible, and reports every key that it gets. */
const thief = (after: number) => `
  const field = document.createElement('input')
  document.body.append(field)
  for (const kind of ['keydown', 'keypress', 'input', 'beforeinput'])
    addEventListener(kind, (event) => parent.postMessage('LEAK ' + (event.key ?? event.data), '*'), true)
  const steal = () => setInterval(() => { window.focus(); field.focus() }, 5)
  const look = setInterval(() => {
    if (${after} > 0 && innerWidth === 0) return
    clearInterval(look)
    setTimeout(steal, ${after})
  }, 20)
`

/** Records the messages of frames to the page. */
async function hearLeaks(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const leaks: unknown[] = []
    Object.assign(window, { leaks })
    window.addEventListener('message', ({ data }) => leaks.push(data))
  })
  return () => page.evaluate((): unknown => Reflect.get(window, 'leaks'))
}

const WORDS = 'the quick brown fox jumps over the lazy dog '.repeat(6)

test('a hidden one gets no letter of what is typed into the composer', async ({ page }) => {
  const leaks = await hearLeaks(page)
  const chat = await openChat(page)
  await installed(page, thief(0))
  await go(page, chat)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.focus()
  await typeOn(page, WORDS)
  expect(await leaks()).toEqual([])
  await expect(message).toHaveValue(WORDS)
})

test('a visible one that takes the keyboard while someone types is stopped, and no letter leaks', async ({
  page,
}) => {
  const leaks = await hearLeaks(page)
  await enter(page, await server.signIn())
  await installed(page, thief(1500), { permissions: { pane: 'page' } })
  await go(page, '/pane/plugin?id=hostile')
  await expect(page.getByText('Drawn by Hostile.')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await typeOn(page, WORDS)
  expect(await leaks()).toEqual([])
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(stopped(page)).toContainText('it tried to take the keyboard')
})

test('one that draws by itself stands under our words, behind a shield; taking the keyboard ends it', async ({
  page,
}) => {
  const leaks = await hearLeaks(page)
  await enter(page, await server.signIn())
  await installed(page, thief(1500), { permissions: { pane: 'page' } })
  await go(page, '/pane/plugin?id=hostile')
  await expect(page.getByText('Drawn by Hostile. Countersign never asks in here.')).toBeVisible()
  await expect(stopped(page)).toContainText('it tried to take the keyboard')
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.keyboard.type('secret words', { delay: 5 })
  expect(await leaks()).toEqual([])
})

test('a person enters a frame by its button, types in it, and leaves', async ({ page }) => {
  await enter(page, await server.signIn())
  await installed(
    page,
    `const field = document.createElement('input')
    field.setAttribute('aria-label', 'Note')
    document.body.append(field)
    addEventListener('focus', () => field.focus())`,
    { permissions: { pane: 'page' } },
  )
  await go(page, '/pane/plugin?id=hostile')
  await page.getByRole('button', { name: 'Enter' }).click()
  const field = page.frameLocator('iframe').getByRole('textbox', { name: 'Note' })
  await expect(field).toBeFocused()
  await page.keyboard.type('hello')
  await expect(field).toHaveValue('hello')
  await page.getByText('Click outside to leave.').click()
  await expect(page.getByRole('button', { name: 'Enter' })).toBeVisible()
  await page.keyboard.type('more')
  await expect(field).toHaveValue('hello')
  await expect(stopped(page)).toHaveCount(0)
})

test('what looks like a card is plain data: no card, no amber, and its buttons answer nothing', async ({
  page,
}) => {
  const chat = await openChat(page)
  await installed(
    page,
    `countersign.view([
      { kind: 'text', text: 'Write notes.md', look: 'heading' },
      { kind: 'text', text: '<article data-armed="true">Allow once</article>' },
      { kind: 'buttons', buttons: [{ id: 'y', label: 'Allow once' }] },
    ])`,
  )
  await go(page, '/pane/plugin?id=hostile')
  await expect(pane(page)).toContainText('<article')
  await expect(pane(page).getByRole('article')).toHaveCount(0)
  const amber = await pane(page).evaluate((root) => {
    const probe = document.createElement('span')
    document.body.append(probe)
    const colours = ['var(--wait)', 'var(--wait-bg)'].map((colour) => {
      probe.style.color = colour
      return getComputedStyle(probe).color
    })
    probe.remove()
    return [...root.querySelectorAll('*')].some((one) => {
      const { color, backgroundColor, borderTopColor } = getComputedStyle(one)
      return [color, backgroundColor, borderTopColor].some((used) => colours.includes(used))
    })
  })
  expect(amber).toBe(false)
  await pane(page).getByRole('button', { name: 'Allow once' }).click()
  await go(page, chat)
  await expect(cardTitled(page, /notes\.md/)).toBeVisible()
})

for (const [what, main, why] of [
  ['a flood', `for (let i = 0; i < 5000; i++) countersign.context('x' + i)`, 'too many messages'],
  ['a message that is too large', `countersign.context('x', 'y'.repeat(70000))`, 'too large'],
  [
    'a flood beside its line',
    `for (let i = 0; i < 5000; i++) parent.postMessage(i, '*')`,
    'outside its channel',
  ],
  ['a verb that answers', `countersign.view([{ kind: 'card', text: 'Allow?' }])`, 'is not allowed'],
] as const)
  test(`${what} ends it`, async ({ page }) => {
    await enter(page, await server.signIn())
    await installed(page, `setTimeout(() => { ${main} }, 300)`)
    await expect(stopped(page)).toContainText(why)
    await expect(page.locator('iframe')).toHaveCount(0)
  })

test('a busy loop freezes nothing', async ({ page }) => {
  const chat = await openChat(page)
  await installed(page, `setTimeout(() => { for (;;); }, 300)`)
  await go(page, chat)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.focus()
  await page.keyboard.type('still here')
  await expect(message).toHaveValue('still here')
  await expect(cardTitled(page, /notes\.md/)).toBeVisible()
  await go(page, '/settings/plugins')
  await page.getByRole('button', { name: 'Remove Hostile' }).click()
  await expect(page.locator('iframe')).toHaveCount(0)
})
