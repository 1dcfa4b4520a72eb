import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'

/** Terminals in the workbench, with the real server and real shells. */

let place: Place
let server: RunningServer

test.beforeEach(async () => {
  process.env['SHELL'] = '/bin/bash'
  place = await makePlace({ 'src/money.ts': 'export const cents = 1\n' })
  server = await place.start()
})
test.afterEach(async () => place.remove())

async function openTerminal(page: Page): Promise<void> {
  await enter(page, await server.signIn())
  await say(page, 'write notes.md: hello')
  await expect(cardTitled(page, /notes\.md/)).toBeVisible()
  await page.getByRole('link', { name: 'Write', exact: true }).click()
  await expect(page.getByRole('tree', { name: 'Files in this folder' })).toBeVisible()
  const opened: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/terminals')) opened.push(request.url())
  })
  await page.keyboard.press('Control+`')
  // The pane only renders: no shell runs until a person presses the button.
  await expect(page.getByRole('button', { name: 'Start a terminal' })).toBeVisible()
  expect(opened).toEqual([])
  await page.getByRole('button', { name: 'Start a terminal' }).click()
  await expect(screen(page, '1')).toContainText('workspace')
}

const screen = (page: Page, name: string) => page.locator(`[data-terminal="${name}"] .xterm-rows`)
const field = (page: Page, name: string) => page.locator(`[data-terminal="${name}"] textarea`)

async function type(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).focus()
  await page.keyboard.type(`${text}\n`)
  // The focused terminal may be rendered by the GPU, without rows in the DOM; without the focus its rows can be read.
  await field(page, name).blur()
}

test('one types, searches, leaves by the keyboard, and shares only by a press', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy'))
      refused.push(`${message.text()} ${JSON.stringify(message.location())}`)
  })
  await openTerminal(page)
  await expect(page.getByText('Yours. The agent does not see this tab.')).toBeVisible()
  await type(
    page,
    '1',
    'for i in $(seq 300); do echo line $i; done; printf "\\033[38;2;200;30;30mtrue colour\\033[0m\\n"',
  )
  await expect(screen(page, '1')).toContainText('true colour')
  await page.getByRole('button', { name: 'Search this terminal' }).click()
  await page.getByRole('textbox', { name: 'Search text' }).fill('line 42')
  await expect(page.getByRole('search')).toContainText('1 of 1')
  await expect(screen(page, '1')).toContainText('line 42')
  await page.keyboard.press('Escape')
  await expect(field(page, '1')).toBeFocused()
  await page.keyboard.press('Control+Shift+F6')
  await expect(field(page, '1')).not.toBeFocused()
  await page.getByRole('button', { name: 'Share with the agent' }).click()
  await expect(page.getByText('The agent of this chat may read the last 200 lines.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByText('Yours. The agent does not see this tab.')).toBeVisible()
  // Checked before axe runs, because axe itself writes styles into the page.
  expect(refused).toEqual([])
  expect(await findings(page)).toEqual([])
})

test('five terminals and a full-screen program are back after a reload', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 2000 })
  await openTerminal(page)
  await type(page, '1', 'echo from-$((0+1))')
  await expect(screen(page, '1')).toContainText('from-1')
  for (const name of ['2', '3', '4', '5']) {
    await page.getByRole('button', { name: 'New terminal' }).last().click()
    await expect(page.getByRole('tab', { name: `Terminal ${name}` })).toBeVisible()
    await expect(screen(page, name)).toContainText('workspace')
    await type(page, name, `echo from-$((${name}+0))`)
    await expect(screen(page, name)).toContainText(`from-${name}`)
  }
  await type(page, '5', 'less +G src/money.ts')
  await expect(screen(page, '5')).toContainText('(END)')
  await page.reload()
  for (const name of ['1', '2', '3', '4']) {
    await page.getByRole('tab', { name: name === '1' ? 'Terminal' : `Terminal ${name}`, exact: true }).click()
    await expect(screen(page, name)).toContainText(`from-${name}`)
  }
  await page.getByRole('tab', { name: 'Terminal 5' }).click()
  await expect(screen(page, '5')).toContainText('export const cents')
  await type(page, '5', 'q')
  await expect(screen(page, '5')).toContainText('workspace')
  await expect(screen(page, '5')).not.toContainText('export const cents')
})

test('a card is answered while ten megabytes flow', async ({ page }) => {
  await openTerminal(page)
  await type(
    page,
    '1',
    'for i in $(seq 1000); do head -c 10000 /dev/zero | tr "\\0" x; echo; done; echo all-$((1+1))',
  )
  await press(page, cardTitled(page, /notes\.md/), 'Allow once')
  await expect(page.getByRole('treeitem', { name: /notes\.md/ })).toBeVisible()
  await expect(screen(page, '1')).toContainText('all-2', { timeout: 30_000 })
})

test('a restart of the server ends the terminal, and the pane says so', async ({ page }) => {
  await openTerminal(page)
  await type(page, '1', 'echo before-$((1+1))')
  await expect(screen(page, '1')).toContainText('before-2')
  await server.stop()
  server = await place.start()
  await expect(page.getByText('The server restarted, and this terminal ended with it.')).toBeVisible({
    timeout: 30_000,
  })
  await page.getByRole('button', { name: 'Start a new one' }).click()
  await expect(screen(page, '1')).toContainText('workspace')
  await type(page, '1', 'echo after-$((1+1))')
  await expect(screen(page, '1')).toContainText('after-2')
})
