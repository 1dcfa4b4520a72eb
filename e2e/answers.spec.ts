import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say, stepTo } from './support/cards.ts'
import { chance } from './support/chance.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'

/** Journeys with the real server and its demo model. */

let place: Place
let server: RunningServer

test.beforeEach(async () => {
  place = await makePlace({
    'package.json': '{ "name": "site", "scripts": { "test": "echo all good" } }\n',
  })
  server = await place.start()
})
test.afterEach(async () => place.remove())

async function openChat(page: Page): Promise<void> {
  await enter(page, await server.signIn())
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
}

const settled = (page: Page, state: string) => page.locator(`[data-call-state=${state}]`)

test('a command is shown with its parts; always allow keeps a rule, and the next one runs by it', async ({
  page,
}) => {
  await openChat(page)
  await say(page, 'run npm test')
  const card = cardTitled(page, 'Run a command')
  await expect(card.locator('[data-exact]')).toContainText('npm test')
  await expect(card.locator('[data-verdict=ask]')).toContainText('npm test')
  await press(page, card, /^Always allow/)
  const rule = card.getByRole('textbox', { name: 'Rule' })
  await expect(rule).toHaveValue('terminal.exec(npm test)')
  await expect(card.getByText('With this rule the whole call would run.')).toBeVisible()
  const keep = card.getByRole('button', { name: 'Save rule and allow' })
  await rule.fill('terminal.exec(npm')
  await expect(keep).toBeDisabled()
  await rule.fill('terminal.exec(git *)')
  await expect(card.getByText('the rule does not match this call')).toBeVisible()
  await expect(keep).toBeDisabled()
  await rule.fill('terminal.exec(npm test)')
  expect(await findings(page)).toEqual([])
  await press(page, card, 'Save rule and allow')
  await expect(settled(page, 'succeeded')).toHaveCount(1)

  await say(page, 'run npm test')
  await expect(settled(page, 'succeeded')).toHaveCount(2)
  await expect(page.getByRole('article')).toHaveCount(0)
  await settled(page, 'succeeded').last().locator('[data-line]').click()
  await expect(settled(page, 'succeeded').last()).toContainText('countersigned by rule')

  await say(page, '/rules')
  await expect(page.getByRole('region', { name: 'Rules' })).toContainText('terminal.exec(npm test)')
})

test("a rule can be kept in the project's own file, and the next one runs by it", async ({ page }) => {
  await openChat(page)
  await say(page, 'run npm test')
  const card = cardTitled(page, 'Run a command')
  await press(page, card, /^Always allow/)
  await card.getByRole('radio', { name: 'project file' }).check()
  await expect(card.getByText(/Adds one line to .*rules/)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await press(page, card, 'Save rule and allow')
  await expect(settled(page, 'succeeded')).toHaveCount(1)
  const file = join(place.workspace, '.countersign', 'rules')
  expect(await readFile(file, 'utf8')).toBe('allow terminal.exec(npm test)\n')
  await say(page, 'run npm test')
  await expect(settled(page, 'succeeded')).toHaveCount(2)

  // A rule that someone else wrote must not become trusted silently: no line, and no yes.
  await writeFile(file, 'allow terminal.exec(curl *)\n')
  await say(page, 'run npm publish')
  const next = cardTitled(page, 'Run a command')
  await press(page, next, /^Always allow/)
  await next.getByRole('radio', { name: 'project file' }).check()
  await expect(next.getByText('This folder’s rules file is not trusted yet.')).toBeVisible()
  await expect(next.getByRole('button', { name: 'Save rule and allow' })).toBeDisabled()
})

test('allow for this chat takes the tool, and the next write runs', async ({ page }) => {
  await openChat(page)
  await say(page, 'write a.md: one')
  const card = cardTitled(page, /a\.md/)
  await press(page, card, /^Allow for this chat/)
  await expect(settled(page, 'succeeded')).toHaveCount(1)
  await say(page, 'write b.md: two')
  await expect(settled(page, 'succeeded')).toHaveCount(2)
  expect(await readFile(join(place.workspace, 'b.md'), 'utf8')).toBe('two\n')
})

test('deny with a note: the note is on the row, and the agent goes on', async ({ page }) => {
  await openChat(page)
  await say(page, 'run npm publish')
  const card = cardTitled(page, 'Run a command')
  await stepTo(page, card)
  await page.keyboard.press('n')
  await page.keyboard.type('not on a Friday')
  await press(page, card, /^Deny/)
  await expect(settled(page, 'denied')).toContainText('“not on a Friday”')
  await expect(page.locator('[data-role=assistant]').last()).toBeVisible()
})

test('stop while a card waits cancels it', async ({ page }) => {
  await openChat(page)
  await say(page, 'run npm test')
  await expect(cardTitled(page, 'Run a command')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(settled(page, 'cancelled')).toContainText(/unsigned: .*stopped/)
})

test('a looser mode approves nothing by itself; it offers what it would let run', async ({ page }) => {
  await openChat(page)
  await say(page, 'write notes.md: hello')
  await expect(cardTitled(page, /notes\.md/)).toBeVisible()
  await page.getByRole('button', { name: 'Mode: Ask' }).click()
  await page.getByRole('menuitemradio', { name: /Auto/ }).click()
  await expect(page.getByRole('button', { name: 'Mode: Auto' })).toBeVisible()
  await expect(page.locator('[data-strip]')).toContainText('1 waiting call would run in Auto.')
  await expect(cardTitled(page, /notes\.md/)).toBeVisible()
  await page.getByRole('button', { name: 'Let this one run' }).click()
  await expect(settled(page, 'succeeded')).toBeVisible()
})

test('Plan refuses what waits and has an effect', async ({ page }) => {
  await openChat(page)
  await say(page, 'write notes.md: hello')
  await expect(cardTitled(page, /notes\.md/)).toBeVisible()
  await say(page, '/mode plan')
  await expect(page.getByRole('button', { name: 'Mode: Plan' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.locator('[data-strip]')).toContainText(
    '1 waiting call was refused: Plan changes nothing.',
  )
  await expect(settled(page, 'denied')).toContainText('Did not write')
})

test('two screens agree: answered on the phone while the desktop looks', async ({ page, browser }) => {
  await openChat(page)
  await say(page, 'write notes.md: hello')
  await expect(cardTitled(page, /notes\.md/)).toBeVisible()
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await enter(phone, await server.signIn())
  const card = cardTitled(phone, /notes\.md/)
  await press(phone, card, /^Allow once/)
  await expect(phone.getByText('Nothing is waiting for you.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(settled(page, 'succeeded')).toContainText('Wrote')
  await context.close()
})

test('/tools says what the agent can call and what would ask', async ({ page }) => {
  await openChat(page)
  await say(page, 'list the files')
  await expect(page.locator('[data-role=assistant]').last()).toBeVisible()
  await page.getByRole('textbox', { name: 'Message' }).fill('/')
  await expect(page.getByRole('option')).toHaveCount(12)
  await page.keyboard.press('Enter')
  const tools = page.getByRole('region', { name: 'Tools' })
  await expect(tools).toContainText('files.write')
  await expect(tools.getByRole('listitem').filter({ hasText: 'files.write' })).toContainText('asks')
  await say(page, '/explain rm -rf /')
  await expect(page.getByRole('region', { name: 'What would be decided' })).toContainText('asks')
  expect(await findings(page)).toEqual([])
})

test('a line that breaks again and again while turns run: in the end the view is that of a fresh load', async ({
  page,
}) => {
  const random = chance(11)
  let cuts = 0
  await page.routeWebSocket(/\/ws\?ticket=/, (socket) => {
    const far = socket.connectToServer()
    let left = 3 + random(6)
    far.onMessage((data) => {
      socket.send(data)
      left -= 1
      if (left > 0 || cuts >= 12) return
      cuts += 1
      void socket.close({ code: 1012 })
      void far.close()
    })
  })
  await openChat(page)
  for (const words of ['list the files', 'read package.json', 'what can you do', 'write notes.md: kept']) {
    await expect(async () => {
      const field = page.getByRole('textbox', { name: 'Message' })
      if ((await field.inputValue()) !== words) await field.fill(words)
      await field.press('Enter')
      await expect(page.locator('[data-role=user]').filter({ hasText: words })).toHaveCount(1, {
        timeout: 1500,
      })
    }).toPass()
  }
  const card = cardTitled(page, /notes\.md/)
  await expect(card).toBeVisible({ timeout: 30_000 })
  await press(page, card, /^Allow once/)
  await expect(settled(page, 'succeeded').filter({ hasText: 'notes.md' })).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('[data-role=assistant]').last()).toContainText('Done.')
  expect(cuts).toBeGreaterThan(3)

  const fresh = await page.context().newPage()
  await fresh.goto(page.url())
  await expect(settled(fresh, 'succeeded').filter({ hasText: 'notes.md' })).toBeVisible()
  await expect(fresh.locator('[data-role=assistant]').last()).toContainText('Done.')
  // Both are read again each time, because a list that has just opened is still rendering rows.
  await expect(async () => expect(await written(page)).toEqual(await written(fresh))).toPass({
    timeout: 20_000,
  })
})

/** The conversation as text. */
async function written(page: Page): Promise<readonly string[]> {
  return page
    .locator('[data-thread-row]')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText.replaceAll(/\s+/g, ' ')))
}
