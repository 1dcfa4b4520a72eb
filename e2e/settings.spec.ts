import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say, stepTo } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'

/** The first page, the settings and the audit, on the real server. */

const RULES = [
  'deny terminal.exec(git push --force *)',
  'allow terminal.exec(npm run *)',
  'expect git push --force origin -> block',
  'expect npm run build -> run',
  '',
].join('\n')

const SHOTS = process.env['COUNTERSIGN_SHOTS']

let place: Place
let server: RunningServer

test.beforeEach(async () => {
  place = await makePlace({
    'README.md': '# Site\n',
    'package.json': '{ "name": "site", "scripts": { "test": "echo all good" } }\n',
  })
  server = await place.start()
})
test.afterEach(async () => place.remove())

test('from the first page to a countersigned call, with nothing asked but what waits', async ({ page }) => {
  await page.goto(await server.signIn())
  await expect(page.getByRole('heading', { name: 'Countersign', level: 1 })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Demo Built in/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Ask/ })).toBeChecked()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Start' }).click()

  await expect(page.getByRole('heading', { name: 'A look around' })).toBeAttached()
  await expect(page.getByRole('article')).toHaveCount(2)
  const write = cardTitled(page, /notes\.md/)
  await press(page, write, 'Allow once: notes.md')
  await expect(write).toBeHidden()
  const command = cardTitled(page, 'Run a command')
  await expect(command.locator('[data-verdict=run]')).toContainText('ls')
  await stepTo(page, command)
  await page.keyboard.press('d')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.locator('[data-role=assistant]').last()).toContainText('This did not happen')
  expect(await readFile(join(place.workspace, 'notes.md'), 'utf8')).toContain('after you said yes')
  await page.goto(new URL('/', server.address).href)
  await expect(page.getByRole('heading', { name: 'A look around' })).toBeAttached()
})

test('permissions: rules of all layers, tried and tested in the browser as the server decides', async ({
  page,
}) => {
  await mkdir(join(place.workspace, '.countersign'))
  await writeFile(join(place.workspace, '.countersign/rules'), RULES)
  await enter(page, await server.signIn())
  await say(page, 'run npm test')
  await press(page, cardTitled(page, 'Run a command'), /^Allow once/)
  await expect(page.locator('[data-call-state=succeeded]')).toBeVisible()

  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Permissions' })).toBeVisible()
  const outside = page.getByRole('combobox', { name: 'Mode for other agents' })
  await expect(outside).toHaveValue('default')
  // Waits for the server before the reload: a change is signed first, and a reload would interrupt that.
  const kept = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await outside.selectOption('Strict')
  await kept
  await page.reload()
  await expect(outside).toHaveValue('strict')
  const row = (rule: string) => page.locator(`[data-rule="${rule}"]`)
  await expect(row('terminal.exec(git push --force *)')).toContainText('blocked')
  await expect(row('terminal.exec(npm run *)')).toContainText('Waits: the project can only tighten')

  const call = page.getByRole('textbox', { name: 'Call' })
  const decided = page.locator('[data-decided]')
  await call.fill('npm run build && git push --force origin')
  await expect(decided).toHaveAttribute('data-decided', 'block')
  await call.fill('npm run build')
  await expect(decided).toHaveAttribute('data-decided', 'ask')
  await expect(page.getByText('npm run build is ask, expected run')).toBeVisible()
  await page.getByRole('button', { name: 'Trust' }).click()
  await expect(decided).toHaveAttribute('data-decided', 'run')
  await expect(page.getByText('2 expectations met.')).toBeVisible()

  await page.getByRole('button', { name: 'Add rule' }).click()
  const rule = page.getByRole('textbox', { name: 'Rule', exact: true })
  await rule.fill('terminal.exec(npm')
  await expect(page.getByRole('button', { name: 'Save rule' })).toBeDisabled()
  await rule.fill('terminal.exec(npm test)')
  await expect(page.getByText('In the last 30 days 1 call would have run')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(row('terminal.exec(npm test)')).toContainText('runs')
  await expect(row('terminal.exec(npm test)')).toContainText('1 · just now')
  await expect(page.locator('[data-backtest]')).toContainText('1 call: 1 would run')
  await call.fill('npm test')
  await expect(decided).toHaveAttribute('data-decided', 'run')

  await page.getByRole('button', { name: 'Remove terminal.exec(npm test)' }).click()
  await expect(page.getByText('Without it, 1 call from the last 30 days')).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row('terminal.exec(npm test)')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row('terminal.exec(npm test)')).toHaveCount(1)

  const plan = page.getByRole('radio', { name: 'Plan' })
  await page.locator('label').filter({ has: plan }).click()
  await expect(plan).toBeChecked()
  await page.getByRole('link', { name: 'New chat' }).click()
  await expect(page.getByRole('button', { name: 'Mode: Plan' })).toBeVisible()
})

test('a rule file that cannot be read is said until it is put right, and can be looked at here', async ({
  page,
}) => {
  const file = join(place.workspace, '.countersign/rules')
  await mkdir(join(place.workspace, '.countersign'))
  await writeFile(file, `${'# more\n'.repeat(60)}alow terminal.exec(PGPASSWORD=Swordfish99 *)\n`)
  await enter(page, await server.signIn())
  await say(page, 'write notes.md: hello')
  await expect(cardTitled(page, /notes\.md/)).toBeVisible()
  const banner = page.getByRole('region', { name: 'This folder’s rules' })
  await expect(banner).toContainText(
    'The rules file cannot be read. Until it can, every call with an effect asks.',
  )
  await banner.getByRole('button', { name: 'Show error' }).click()
  await expect(banner).toContainText('rules:61')
  await banner.getByRole('button', { name: 'Open file' }).click()

  const dialog = page.getByRole('dialog', { name: 'This folder’s rules' })
  await expect(dialog.locator('[data-wrong="61"]')).toBeInViewport()
  await expect(dialog.locator('[data-wrong]')).toContainText('alow terminal.exec(PGPASSWORD=•••• *)')
  await expect(dialog.locator('[data-wrong]')).toContainText('Line 61: a line begins with')
  await expect(dialog).toContainText(file)
  await expect(dialog).not.toContainText('Swordfish')
  expect(await findings(page)).toEqual([])
  if (SHOTS !== undefined) await drawn(page, `${SHOTS}/rule-file`)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(banner.getByRole('button', { name: 'Open file' })).toBeFocused()

  await page.goto(new URL('/settings/permissions', server.address).href)
  await expect(banner).toBeVisible()
  const row = page.locator('[data-rule-file=project]')
  await expect(row).toContainText('cannot be read; until it can, everything asks')
  await row.getByRole('button', { name: 'Open file: This folder’s rules' }).click()
  await expect(dialog).toBeVisible()
  await writeFile(file, 'deny terminal.exec(git push --force *)\n')
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await expect(dialog).toContainText('deny terminal.exec(git push --force *)')
  await expect(dialog.locator('[data-wrong]')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('The rules file cannot be read')).toHaveCount(0)
  await expect(row).toContainText('only its stricter rules apply')
  await rm(file)
  await page.reload()
  await expect(row).toContainText('does not exist')
  await expect(row.getByRole('button')).toHaveCount(0)
})

/** Screenshots of the page in both themes and sizes. */
async function drawn(page: Page, path: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: `${path}-${colorScheme}-${width}.png` })
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('audit: every call with its signature, its rows and hashes, and a proof that it is whole', async ({
  page,
}) => {
  await enter(page, await server.signIn())
  await say(page, 'write notes.md: hello')
  await press(page, cardTitled(page, /notes\.md/), /^Deny/)
  await expect(page.locator('[data-call-state=denied]')).toBeVisible()
  await page.goto(new URL('/audit', server.address).href)
  const past = page.locator('[data-past-call=denied]')
  await expect(past).toContainText('Did not write notes.md')
  await expect(past).toContainText('refused by you')
  await past.getByRole('button', { expanded: false }).first().click()
  await expect(past.locator('[data-audit-row=call_proposed]')).toBeVisible()
  await past.locator('[data-audit-row=approval_settled]').getByRole('button').click()
  await expect(past).toContainText('Previous hash')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.locator('[data-verified=true]')).toContainText('none changed')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'All rows' }).click()
  await expect(page.locator('[data-audit-row=thread_created]')).toBeVisible()
})

test('keyboard, notifications, models: changed here, kept by the server', async ({ page }) => {
  await enter(page, await server.signIn())
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('keyb')
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Keyboard' })).toBeVisible()
  await page.getByRole('radio', { name: '3 seconds' }).check()
  const allow = page.getByRole('button', { name: /: allow once\. Change this key/ })
  await allow.click()
  await page.keyboard.press('d')
  await expect(page.getByText('D is taken: deny.')).toBeVisible()
  await allow.click()
  await page.keyboard.press('y')
  await expect(allow).toHaveText('Y')
  expect(await findings(page)).toEqual([])

  await page.getByRole('link', { name: 'Notifications' }).click()
  await page.getByRole('checkbox', { name: 'When a turn ends' }).check()
  await page.getByRole('checkbox', { name: 'Read finished answers aloud, paragraph by paragraph' }).check()
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: 'Models and keys' }).click()
  const anthropic = page.locator('[data-provider=anthropic]')
  await anthropic.getByRole('button', { name: 'Enter a key: Anthropic' }).click()
  await anthropic.getByLabel('Anthropic key').fill('sk-ant-0123456789abcdef')
  expect(await findings(page)).toEqual([])
  await anthropic.getByRole('button', { name: 'Save key' }).click()
  await expect(anthropic).toContainText('…cdef')
  await anthropic.getByRole('button', { name: /^Remove/ }).click()
  await expect(anthropic).toContainText('no key')

  await openNewChat(page)
  await say(page, 'run npm test')
  const card = cardTitled(page, 'Run a command')
  await stepTo(page, card)
  await page.keyboard.press('a')
  await expect(card).toHaveAttribute('data-state', 'pending')
  await page.keyboard.press('y')
  await expect(card).toContainText('Sent in a moment: allow once.')
  await page.keyboard.press('z')
  await expect(card).toHaveAttribute('data-state', 'pending')
  await expect(page.locator('[data-call-state=succeeded]')).toHaveCount(0)

  // The turn ends while its thread is open, so its last text is announced.
  await press(page, card, /^Deny/)
  await expect(page.locator('[data-voice=answer] p').first()).toHaveText(/\w/)
})

test('an MCP server and the memory: added, trusted, kept, seen and taken away again', async ({ page }) => {
  await enter(page, await server.signIn())
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.goto(new URL('/settings/mcp', server.address).href)
  await page.getByRole('button', { name: 'Add server' }).click()
  await page.getByLabel('Name', { exact: true }).fill('everything')
  await page.getByRole('textbox', { name: 'Program' }).fill(process.execPath)
  await page
    .getByLabel('Arguments, one per line')
    .fill(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js'))
  await page.getByRole('button', { name: 'Save server' }).click()
  const everything = page.locator('[data-mcp-server=everything]')
  await expect(everything).toContainText(/ready · \d+ tools/)
  await everything.getByRole('button', { name: /^\d+ tools$/ }).click()
  const echo = everything.getByRole('listitem').filter({ hasText: 'mcp__everything__echo' })
  await expect(echo).toContainText('asks')
  expect(await findings(page)).toEqual([])
  await everything.getByRole('button', { name: /^Trust these/ }).click()
  await expect(everything).toContainText('Trusted for exactly these tools since')
  await expect(echo).toContainText('runs')
  await everything.getByRole('button', { name: 'Remove everything' }).click()
  await expect(everything).toHaveCount(0)

  await page.getByRole('link', { name: 'Memory' }).click()
  await page.getByRole('checkbox', { name: 'Remember across chats' }).check()
  await openNewChat(page)
  await say(page, 'remember language: German')
  await press(page, cardTitled(page, 'Remember language for later chats'), /^Allow once/)
  await expect(page.getByText('Saved under language.')).toBeVisible()
  await page.goto(new URL('/settings/memory', server.address).href)
  await expect(page.getByText('German')).toBeVisible()
  await page.getByRole('button', { name: 'Forget language' }).click()
  await expect(page.getByText('German')).toHaveCount(0)
})

async function openNewChat(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'New chat' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
}
