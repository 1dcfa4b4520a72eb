import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say, seen } from './support/cards.ts'
import { film, picture } from './support/film.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'
import { saveVersion } from './support/workflows.ts'

/**
 * The tours of the demo as a person plays them in the page; each ends in an action of the person. The tour of the workbench has its own
 * file. `npm run pictures` makes their strips.
 */

/** The window width; set it to that of a phone to view the tours there. */
const WIDTH = Number(process.env['TOUR_WIDTH'] ?? 1200)

test.use({ viewport: { width: WIDTH, height: 760 } })
test.describe.configure({ mode: 'serial' })

let place: Place
let server: RunningServer
test.beforeAll(async () => {
  place = await makePlace({ 'README.md': '# A small site\n', 'package.json': '{ "name": "site" }\n' })
  server = await place.start()
})
test.afterAll(async () => place.remove())

/** The folder for screenshots. */
const SHOTS = process.env['SHOTS']

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}.png` })
  }
}

const lastWords = (page: Page) => page.locator('[data-role=assistant]').last()

async function begin(page: Page): Promise<void> {
  await enter(page, await server.signIn())
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(page.getByRole('link', { name: WIDTH < 800 ? 'More' : 'Workflows' })).toBeVisible()
}

test('the gate: one call is allowed, one denied, and the end says so', async ({ page }) => {
  await begin(page)
  const strip = film(page, 'tour-gate')
  await say(page, 'show me around')
  const write = cardTitled(page, 'Write notes.md')
  await expect(write).toBeVisible()
  await expect(cardTitled(page, 'Run a command')).toBeVisible()
  await strip.frame()
  await picture(page, 'chat')
  await seen(write)
  await press(page, write, /^Allow once: notes\.md/)
  const command = cardTitled(page, 'Run a command')
  await seen(command)
  await strip.frame()
  await press(page, command, /^Deny: /)
  await expect(lastWords(page)).toContainText('notes.md was written, and you denied the command.')
  await lastWords(page).scrollIntoViewIfNeeded()
  await strip.frame()
  await strip.end()
})

for (const width of [390, 1440])
  test(`at ${width} px, a button of New chat plays a tour, and a button above its chat the next`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await enter(page, await server.signIn())
    await expect(page.getByRole('link', { name: width < 800 ? 'More' : 'Workflows' })).toBeVisible()
    await page.goto(new URL('/new', server.address).href)
    const offered = page.getByRole('list', { name: 'Tours' })
    await expect(offered.getByRole('button')).toHaveText([
      'Allow and deny',
      'Workbench',
      'Workflow',
      'Collection',
      'Drawing',
      'Other agents',
    ])
    await shoot(page, `tours-new-${width}`)
    expect(await findings(page)).toEqual([])
    await offered.getByRole('button', { name: 'Drawing' }).click()
    const strip = page.getByRole('navigation', { name: 'Tours' })
    await expect(strip.getByRole('button', { name: 'Drawing' })).toBeDisabled()
    if (width < 800) await page.getByRole('link', { name: 'Waits for you: open it' }).click()
    const card = page.getByRole('article').filter({ hasText: 'drawings/tour.png' })
    // On a phone, the answers are below the page, not in the card.
    if (width < 800) await expect(card).toBeVisible()
    else await seen(card)
    await shoot(page, `tours-card-${width}`)
    await press(page, card, /^Allow once/)
    if (width < 800) await page.goBack()
    await expect(lastWords(page)).toContainText('You allowed the file')
    await expect(strip.getByRole('button', { name: 'Started: Drawing' })).toBeEnabled()
    await shoot(page, `tours-strip-${width}`)
    expect(await findings(page)).toEqual([])
    await strip.getByRole('button', { name: 'Other agents' }).click()
    await expect(lastWords(page)).toContainText('countersign hook --agent claude-code')
  })

test('a workflow: the draft is changed by the person, and that text is written', async ({ page }) => {
  await begin(page)
  const strip = film(page, 'tour-workflow')
  await page.goto(new URL('/workflows', server.address).href)
  await page.getByRole('button', { name: 'Use Draft and approve' }).click()
  await page.waitForURL(/\/workflows\/wf_/)
  await saveVersion(page, 'from the gallery')
  await strip.frame()
  await page.goto(new URL('/new', server.address).href)
  await say(page, 'show a workflow')
  const start = page.getByRole('article').first()
  await expect(start).toContainText('Draft and approve')
  await seen(start)
  await press(page, start, /^Start: /)
  const draft = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Change it…' }) })
  await draft.getByRole('button', { name: 'Change it…' }).click()
  const changed = page
    .getByRole('article')
    .filter({ has: page.getByRole('textbox', { name: 'Changed value' }) })
  await changed.getByRole('textbox', { name: 'Changed value' }).fill('My own words.')
  await strip.frame()
  await press(page, changed, /^Approve the changed value/)
  const write = cardTitled(page, /^Write .*tour\.md/)
  await seen(write)
  await press(page, write, /^Allow once/)
  await expect(lastWords(page)).toContainText('the text that you approved')
  expect(await readFile(join(place.workspace, 'drafts/tour.md'), 'utf8')).toContain('My own words.')
  await lastWords(page).scrollIntoViewIfNeeded()
  await strip.frame()
  await strip.end()
})

test('a collection: a document of the person answers their question, and the citation opens it', async ({
  page,
}) => {
  await begin(page)
  const strip = film(page, 'tour-collection')
  await page.goto(new URL('/collections', server.address).href)
  await page.getByRole('textbox', { name: 'Name' }).fill('Handbook')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'leave.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Leave\n\nEvery employee has thirty days of paid leave in a calendar year.\n'),
    })
  await expect(page.locator('li[data-document=ready]')).toContainText('leave.md')
  await strip.frame()
  await page.goto(new URL('/new', server.address).href)
  await say(page, 'show a collection')
  await expect(lastWords(page)).toContainText('You made Handbook')
  await say(page, 'what does @Handbook say about paid leave?')
  await expect(lastWords(page)).toContainText('Every employee has thirty days of paid leave')
  await strip.frame()
  await lastWords(page).locator('[data-citation=quoted]').click()
  await expect(page.locator('[data-cited]')).toContainText('thirty days')
  await strip.frame()
  await strip.end()
})

test('a drawing: the file asks, and the picture is there after the yes', async ({ page }) => {
  await begin(page)
  const strip = film(page, 'tour-drawing')
  await say(page, 'show a drawing')
  const card = page.getByRole('article').first()
  await expect(card).toContainText('drawings/tour.png')
  await seen(card)
  await strip.frame()
  // In a low window its last lines are out of view.
  await card.getByRole('button', { name: 'To the end' }).click()
  await press(page, card, /^Allow once/)
  await expect(lastWords(page)).toContainText('You allowed the file')
  const drawn = page.locator('[data-media-result]').getByRole('button', { name: /^Open / })
  await drawn.scrollIntoViewIfNeeded()
  await strip.frame()
  await drawn.click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await strip.frame()
  await strip.end()
})

test('other agents: the line of the tour asks here, and the terminal prints the answer', async ({ page }) => {
  await begin(page)
  const strip = film(page, 'tour-agents')
  await say(page, 'show other agents')
  await expect(lastWords(page)).toContainText('countersign hook --agent claude-code')
  await strip.frame()
  const line = await lastWords(page).locator('pre').first().innerText()
  const printed = inTerminal(line)
  const waiting = new URL('/waiting', server.address).href
  await page.goto(waiting)
  const card = page.getByRole('article').first()
  await expect(card).toContainText('greet')
  await seen(card)
  await strip.frame()
  await press(page, card, /^Allow once/)
  expect(await printed).toContain('allow')
  await page.goto(new URL('/new', server.address).href)
  await say(page, 'show other agents')
  await expect(lastWords(page)).toContainText('you answered: allowed')
  await strip.frame()
  await strip.end()
})

/** Runs a line as if a person had pasted it into their own terminal. */
async function inTerminal(line: string): Promise<string> {
  const node = join(import.meta.dirname, '../node_modules/.bin/node')
  const cli = join(import.meta.dirname, '../apps/cli/dist/main.js')
  const script = `countersign() { '${node}' '${cli}' "$@"; }\n${line}`
  const env = { ...process.env, COUNTERSIGN_HOME: join(place.workspace, '../home') }
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: place.workspace, env })
  return stdout
}
