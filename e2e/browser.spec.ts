import { expect as ordinary, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { findings } from './support/axe.ts'
import { browserScene, PORTAL } from './support/browser-scene.ts'
import type { BrowserScene } from './support/browser-scene.ts'
import { enter, press, say } from './support/cards.ts'

/** The agent's browser as a person sees it: cards, the pane, taking over, logins and the trace. A real Chromium on local sites. */

const WINDOW = { width: 1280, height: 800 }
// The agent's browser is a second Chromium in a sandbox, which takes its time to start on a busy machine.
const expect = ordinary.configure({ timeout: 30_000 })
let scene: BrowserScene
test.describe.configure({ timeout: 240_000 })
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
test.afterEach(async () => scene.remove())

async function open(page: Page, env: Readonly<Record<string, string>> = {}) {
  scene = await browserScene(env)
  const server = await scene.place.start()
  await enter(page, await server.signIn())
  // A phone starts at the waiting list.
  const fresh = page.getByRole('link', { name: 'New chat' })
  if ((page.viewportSize()?.width ?? 0) < 600) await fresh.click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  return server
}

const card = (page: Page) => page.getByRole('article')
const titled = (page: Page, title: string | RegExp) => page.getByRole('article', { name: title })
const screen = (page: Page) => page.getByRole('application', { name: 'The page in the agent’s browser' })
/** The agent's last words. The handover card also says “when you are done.” */
const done = (page: Page) => page.getByText('Done.', { exact: true })
const posts = () => scene.village.arrived.filter(({ method }) => method === 'POST')

/** Opens the pane on a separate page, as the button on a card does without a dock. */
async function showBrowser(page: Page): Promise<void> {
  const thread = /thr_[0-9a-f]+/.exec(page.url())?.[0] ?? ''
  await page.goto(new URL(`/pane/browser?in=${thread}`, page.url()).href)
}

/** Converts a point of the agent's window to this page. */
async function at(picture: Locator, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await picture.boundingBox()
  if (box === null) throw new Error('no picture')
  return { x: box.x + (x / WINDOW.width) * box.width, y: box.y + (y / WINDOW.height) * box.height }
}

/** Scrolls a card that is longer than its box to its end; its image arrives a moment after its text. */
async function readToEnd(shown: Locator): Promise<void> {
  await expect
    .poll(async () =>
      shown
        .getByRole('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(200)
  const end = shown.getByRole('button', { name: 'To the end' })
  if (await end.isVisible()) await end.click()
}

/** Both themes, one after the other. */
async function accessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findings(page), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('opening a page asks; a yes for the chat is one for the site; a submit still shows what it would send', async ({
  page,
}) => {
  await open(page)
  await say(page, 'Fill in the return')
  await expect(titled(page, `Open ${PORTAL}/2026-10`)).toContainText('leaves this machine')
  await expect(card(page)).toContainText(
    '“Allow for this chat” covers every page of vat.elsterhof.example and the hosts below it in this chat.',
  )
  await accessible(page)
  expect(scene.village.arrived).toEqual([])
  await press(page, card(page), /^Allow for this chat/)
  // Two fields are filled without a question; the submit asks in every mode.
  const submit = titled(page, 'Submit a form: “Submit return”')
  await expect(submit).toContainText(`POST ${PORTAL}/2026-10/submit`)
  await expect(submit).toContainText('48210.00')
  await expect(submit).toContainText('3187.45')
  await expect(submit).toContainText('•••• masked')
  await expect(submit).not.toContainText('hidden-pin')
  await expect(submit).toContainText('submits a form')
  const around = submit.getByRole('img', { name: 'The page around “Submit return”, which is outlined' })
  await expect
    .poll(async () => around.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(200)
  await accessible(page)
  expect(posts()).toEqual([])
  await readToEnd(submit)
  await press(page, submit, /^Allow once/)
  await expect(done(page)).toBeVisible()
  expect(posts()).toHaveLength(1)
  expect(posts()[0]?.body).toContain('sales_19=48210.00')
  expect(scene.heard()).not.toContain('hidden-pin')
  await expect(page.getByText('browser domain:vat.elsterhof.example')).toBeVisible()
})

test('a rule for a submit can be kept from its card', async ({ page }) => {
  await open(page)
  await say(page, 'Fill in the return')
  await press(page, card(page), /^Allow for this chat/)
  const submit = titled(page, 'Submit a form: “Submit return”')
  await readToEnd(submit)
  await press(page, submit, /^Always allow/)
  await expect(page.getByRole('textbox', { name: /rule/i })).toHaveValue(`@submit(${PORTAL}/2026-10/submit)`)
  await press(page, submit, 'Save rule and allow')
  await expect(done(page)).toBeVisible()
  expect(posts()).toHaveLength(1)
})

test('a request that no card named is held and has a card of its own', async ({ page }) => {
  await open(page)
  scene.village.serve(
    'vat.elsterhof.example/2026-10',
    `<!doctype html><title>Draft</title><button onclick="fetch('/2026-10/draft',{method:'POST',body:'draft=1'})">Save draft</button>`,
  )
  await say(page, 'Open the return')
  await press(page, card(page), /^Allow for this chat/)
  await expect(done(page)).toBeVisible()
  await say(page, 'Save a draft')
  const held = titled(page, /^The page wants to send POST/)
  await expect(held).toContainText('draft=1')
  await accessible(page)
  expect(posts()).toEqual([])
  await press(page, held, /^Deny/)
  await expect(done(page)).toHaveCount(2)
  expect(posts()).toEqual([])
})

test('a person takes the browser with mouse, keyboard and paste; the agent waits and is told nothing', async ({
  page,
}) => {
  await open(page)
  await say(page, 'Sign in for me')
  await press(page, card(page), /^Allow for this chat/)
  const asked = titled(page, 'Take the browser')
  await expect(asked).toContainText('The portal wants your password.')
  await accessible(page)
  const chat = page.url()
  // Two ways: take it, or not now. A yes without the browser in hand would mean nothing, so there is none.
  await expect(asked.getByRole('button', { name: /^Allow/ })).toHaveCount(0)
  await expect(asked.getByRole('button', { name: /^Not now/ })).toBeVisible()
  await asked.getByRole('button', { name: /^Take over/ }).click()
  await expect(page).toHaveURL(/\/pane\/browser/)
  const frame = page.locator('[data-holder]')
  await expect(page.getByText('You have the browser.')).toBeVisible()
  await expect(
    page.getByText('Nothing is recorded or shown to it until you hand the browser back.'),
  ).toBeVisible()
  const colours = await frame.evaluate((element) => {
    const accent = document.createElement('i')
    accent.style.color = 'var(--color-accent)'
    element.append(accent)
    const found = [getComputedStyle(element).borderTopColor, getComputedStyle(accent).color]
    accent.remove()
    return found
  })
  expect(colours[0]).toBe(colours[1])
  await accessible(page)

  const user = await at(screen(page), 200, 170)
  await page.mouse.click(user.x, user.y)
  await page.keyboard.type('o.brien@lindqvist.example', { delay: 20 })
  await page.keyboard.press('Tab')
  await page.evaluate(() => navigator.clipboard.writeText('pasted-p4ssword'))
  await page.keyboard.press('Control+v')
  await page.keyboard.press('Enter')
  await expect.poll(() => posts().length).toBe(1)
  // Every character arrived; a full stop must not become a Delete key.
  expect(posts()[0]?.body).toBe('user=o.brien%40lindqvist.example&password=pasted-p4ssword')
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(`${PORTAL}/2026-10`)
  const told = scene.model.requests.length

  // Viewing another tab does not release the browser.
  await page.getByRole('tab', { name: 'Trace' }).click()
  await accessible(page)
  await page.getByRole('tab', { name: 'Page' }).click()
  await expect(page.getByText('You have the browser.')).toBeVisible()

  await page.getByRole('button', { name: 'Keep this login…' }).click()
  await expect(page.getByText(/^Keep the login for vat\.elsterhof\.example\?/)).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByText('Saved the login for vat.elsterhof.example.')).toBeVisible()
  expect(scene.model.requests.length).toBe(told)
  await page.getByRole('button', { name: 'Hand back' }).click()
  await expect(frame).toHaveAttribute('data-holder', 'agent')

  await page.getByRole('tab', { name: 'Logins' }).click()
  await expect(page.getByText(PORTAL)).toBeVisible()
  await accessible(page)

  // Handing it back was the answer: the agent has gone on.
  await page.goto(chat)
  await expect(done(page)).toBeVisible()
  const heard = scene.heard()
  expect(heard).toContain('The person took over the browser and handed it back.')
  expect(heard).not.toContain('p4ssword')
  expect(heard).not.toContain('o.brien')

  await showBrowser(page)
  await page.getByRole('tab', { name: 'Logins' }).click()
  await page.getByRole('button', { name: `Remove ${PORTAL}` }).click()
  await expect(page.getByText(/^No saved logins yet/)).toBeVisible()
})

test('the card says “Hand back” while the person has the browser, and handing back there is the answer', async ({
  page,
}) => {
  await open(page)
  await say(page, 'Sign in for me')
  await press(page, card(page), /^Allow for this chat/)
  await expect(titled(page, 'Take the browser')).toBeVisible()
  const chat = page.url()
  await showBrowser(page)
  await expect(page.getByText('The agent asks you to take over:')).toBeVisible()
  await expect(page.getByText('The portal wants your password.')).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: 'Take over' }).click()
  await expect(page.getByText('You have the browser.')).toBeVisible()

  const beside = await page.context().newPage()
  await beside.goto(chat)
  const asked = titled(beside, 'Take the browser')
  await expect(asked).toContainText('You have the browser. Hand it back when you are done')
  await expect(asked.getByRole('button', { name: /^Take over/ })).toHaveCount(0)
  await accessible(beside)
  await press(beside, asked, /^Hand back/)
  await expect(page.locator('[data-holder]')).toHaveAttribute('data-holder', 'agent')
  await expect(done(beside)).toBeVisible()
  expect(scene.heard()).toContain('The person took over the browser and handed it back.')
})

test('“Not now” tells the agent that nobody took the browser', async ({ page }) => {
  await open(page)
  await say(page, 'Sign in for me')
  await press(page, card(page), /^Allow for this chat/)
  await press(page, titled(page, 'Take the browser'), /^Not now/)
  await expect(done(page)).toBeVisible()
  expect(scene.heard()).toContain('the person did not take over the browser')
})

test('what the agent typed is shown to the person before they send it', async ({ page }) => {
  await open(page)
  await say(page, 'Open the return')
  await press(page, card(page), /^Allow for this chat/)
  await expect(done(page)).toBeVisible()
  await say(page, 'Fill in the sales')
  await expect(done(page)).toHaveCount(2)
  await showBrowser(page)
  await page.getByRole('button', { name: 'Take over' }).click()
  await expect(page.getByText('You have the browser.')).toBeVisible()
  const field = await at(screen(page), 200, 193)
  await page.mouse.click(field.x, field.y)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The page wants to send what the agent typed:')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(`POST ${PORTAL}/2026-10/submit`)
  await accessible(page)
  expect(posts()).toEqual([])
  await page.getByRole('button', { name: 'Do not send' }).click()
  await expect(page.getByText('The page wants to send what the agent typed:')).toHaveCount(0)
  await page.getByRole('button', { name: 'Hand back' }).click()
  expect(posts()).toEqual([])
})

test('an answer given while the person has the browser counts once they hand it back', async ({ page }) => {
  await open(page)
  await say(page, 'Fill in the return')
  await press(page, card(page), /^Allow for this chat/)
  const submit = titled(page, 'Submit a form: “Submit return”')
  await readToEnd(submit)
  const beside = await page.context().newPage()
  const thread = /thr_[0-9a-f]+/.exec(page.url())?.[0] ?? ''
  await beside.goto(new URL(`/pane/browser?in=${thread}`, page.url()).href)
  await beside.getByRole('button', { name: 'Take over' }).click()
  await expect(beside.getByText('You have the browser.')).toBeVisible()
  await expect(submit).toContainText('An answer given now counts once you hand it back.')
  await accessible(page)
  await press(page, submit, /^Allow once/)
  await expect(submit).toHaveCount(0)
  await expect(beside.getByText('You have the browser.')).toBeVisible()
  expect(posts()).toEqual([])
  await beside.getByRole('button', { name: 'Hand back' }).click()
  await expect(done(page)).toBeVisible()
  expect(posts()).toHaveLength(1)
})

test('the trace has pictures and is saved as a script', async ({ page }) => {
  await open(page)
  await say(page, 'Fill in the return')
  await press(page, card(page), /^Allow for this chat/)
  const submit = titled(page, 'Submit a form: “Submit return”')
  await readToEnd(submit)
  await press(page, submit, /^Allow once/)
  await expect(done(page)).toBeVisible()
  await showBrowser(page)
  await page.getByRole('tab', { name: 'Trace' }).click()
  const entries = page.getByRole('region', { name: 'Trace' }).getByRole('listitem')
  await expect(entries).toHaveCount(4)
  await expect(entries.nth(3)).toContainText('Submit return')
  const after = entries.nth(3).getByRole('img', { name: 'after' })
  await expect
    .poll(async () => after.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(200)
  // It can be read: it is as wide as the pane once it is pressed.
  await entries.nth(3).getByRole('button', { name: 'after' }).click()
  await expect.poll(async () => (await after.boundingBox())?.width ?? 0).toBeGreaterThan(700)
  await accessible(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as Playwright script' }).click()
  const script = await readFile(await (await saving).path(), 'utf8')
  expect(script).toContain(`await page.goto("${PORTAL}/2026-10")`)
  expect(script).toContain(`getByRole("button", { name: "Submit return", exact: true }).first().click()`)
  await page.getByRole('tab', { name: 'Page' }).click()
  await page.getByRole('button', { name: 'Close browser' }).click()
  await expect(page.getByText('No page is open in this chat.')).toBeVisible()
  await accessible(page)
})

test('without a Chromium the pane and the agent say so, and the button says how large it is', async ({
  page,
}) => {
  // Restricts the PATH to the folder of Node, because this machine has a Chromium in the others.
  const nowhere = { CHROMIUM_PATH: '/nowhere/chromium', PLAYWRIGHT_BROWSERS_PATH: '/nowhere' }
  await open(page, { ...nowhere, PATH: dirname(process.execPath) })
  await say(page, 'Open the return')
  // Nobody is asked whether a page may open that cannot.
  await expect(done(page)).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await expect(page.getByText('no browser here')).toBeVisible()
  expect(scene.heard()).toMatch(/Chromium/)
  await showBrowser(page)
  await expect(
    page.getByText('There is no Chromium on this machine, so the agent has no browser.'),
  ).toBeVisible()
  const bring = page.getByRole('button', { name: 'Download a browser (70 MB)' })
  await expect(bring).toBeVisible()
  await expect(page.getByText('It takes 220 MB in the data folder.')).toBeVisible()
  await accessible(page)
  // This PATH has no npm, and no bubblewrap for a server that runs as root: either way it says why and what to do.
  await bring.click()
  // The page has a second, silent alert for screen readers.
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText(
    /The browser was not downloaded: (?:`npm` was not found.+CHROMIUM_PATH|the server runs as root.+install bubblewrap)/,
  )
  await expect(page.getByRole('button', { name: 'Try again (70 MB)' })).toBeVisible()
  await accessible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a submit is answered, and the browser is taken by touch', async ({ page }) => {
    await open(page)
    await say(page, 'Sign in for me')
    // On a phone cards are answered in the waiting list.
    await page.getByRole('link', { name: 'Waits for you: open it' }).tap()
    await press(page, card(page), /^Allow once/)
    const asked = titled(page, 'Take the browser')
    await expect(asked).toBeVisible()
    await accessible(page)
    await page.getByRole('button', { name: /^Take over/ }).tap()
    await expect(page.getByText('You have the browser.')).toBeVisible()
    const user = await at(screen(page), 200, 170)
    await page.touchscreen.tap(user.x, user.y)
    await page.getByRole('textbox', { name: 'Text for the page' }).fill('me')
    await page.getByRole('button', { name: 'Type it' }).tap()
    await page.getByRole('button', { name: 'Tab', exact: true }).tap()
    await page.getByRole('textbox', { name: 'Text for the page' }).fill('a-secret')
    await page.getByRole('button', { name: 'Type it' }).tap()
    await accessible(page)
    await page.getByRole('button', { name: 'Enter', exact: true }).tap()
    await expect.poll(() => posts()[0]?.body).toBe('user=me&password=a-secret')
    // Nothing is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: 'Hand back' }).tap()
    await expect(page.getByText('The agent has the browser.')).toBeVisible()
    expect(scene.heard()).not.toContain('a-secret')
  })
})
