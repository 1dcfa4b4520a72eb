import { expect, test, type Page } from '@playwright/test'
import { cardTitled, press } from './support/cards.ts'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { approvalFor, became, call, message, thread } from './support/views.ts'

/** A lost connection: answers are held, sent once it is back, and reported if they are too late. */

const chat = thread('tidy', { title: 'tidy the release' })
const one = call('tidy', 'one')
const asked = approvalFor(one)

test.beforeEach(async ({ page }) => {
  await page.clock.install()
})

test('an answer on a broken line is held, can be taken back, and is sent when the line is back', async ({
  page,
}) => {
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [snapshot(chat, { messages: [message('tidy', 'go')], calls: [one], approvals: [asked] })],
    waiting: { approvals: [asked], calls: [one] },
  })
  await page.goto(wire.url('/t/thr_tidy'))
  const card = cardTitled(page, 'Run a command')
  await expect(card).toBeVisible()
  await wire.cut()
  await page.clock.runFor(2500)
  await expect(page.locator('[data-banner]')).toContainText('Connection lost. Your answers are saved here')
  await press(page, card, 'Allow once: npm test')
  await expect(card.getByText('Held: allow once.')).toBeVisible()
  await card.getByRole('button', { name: 'Take it back' }).click()
  await page.clock.runFor(500)
  await press(page, card, 'Deny: npm test')
  await expect(card.getByText('Held: deny.')).toBeVisible()
  expect(wire.answers()).toEqual([])
  wire.restore()
  await comeBack(page)
  await expect.poll(() => wire.answers().length).toBe(1)
  await expect.poll(() => wire.answers()).toMatchObject([{ decision: 'deny', hash: one.hash }])
  await expect(page.locator('[data-banner]')).toBeHidden()
})

test('a message that could not be sent is kept, and its error goes when the line is back', async ({
  page,
}) => {
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [snapshot(chat, { messages: [message('tidy', 'go')] })],
  })
  await page.goto(wire.url('/t/thr_tidy'))
  const composer = page.getByRole('textbox', { name: 'Message' })
  await expect(composer).toBeVisible()
  await wire.cut()
  await page.clock.runFor(2500)
  await composer.fill('and the notes')
  await composer.press('Enter')
  await expect(page.getByText(/^Not sent/)).toBeVisible()
  wire.restore()
  await comeBack(page)
  await expect(page.getByText(/^Not sent/)).toBeHidden()
  await expect(composer).toHaveValue('and the notes')
})

test('a chat that does not exist leads on to the others', async ({ page }) => {
  const wire = await fakeWire(page, { threads: [chat], snapshots: [] })
  await page.goto(wire.url('/t/thr_gone'))
  await expect(page.getByText('This chat does not exist, or is not yours.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Chats' }).click()
  await expect(page).toHaveURL(/\/chats$/)
})

test('what was missed is replayed; a held answer that came too late says so and is not shown as done', async ({
  page,
}) => {
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [snapshot(chat, { messages: [message('tidy', 'go')], calls: [one], approvals: [asked] })],
    waiting: { approvals: [asked], calls: [one] },
  })
  await page.goto(wire.url('/t/thr_tidy'))
  const card = cardTitled(page, 'Run a command')
  await expect(card).toBeVisible()
  await wire.cut()
  await page.clock.runFor(2500)
  await press(page, card, 'Allow once: npm test')
  wire.settle(
    became(one, {
      state: 'denied',
      signature: { via: 'person', by: 'Ana', at: 0, feedback: 'not now' },
    }),
    { ...asked, state: 'denied' },
    { via: 'person', by: 'Ana', at: 0 },
  )
  wire.restore()
  await comeBack(page)
  const row = page.locator('[data-call-state=denied]')
  await expect(row).toContainText('refused by Ana')
  await expect(row).toContainText('Already answered')
  expect(wire.answers()).toEqual([])
})

test('an answer that lost the race says so', async ({ page }) => {
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [snapshot(chat, { calls: [one], approvals: [asked] })],
    waiting: { approvals: [asked], calls: [one] },
  })
  wire.onCommand = (command) =>
    command.type === 'tool_approval_response'
      ? {
          type: 'error',
          request_id: command.request_id,
          error: { code: 'already_settled', message: 'this was answered already' },
        }
      : 'ok'
  await page.goto(wire.url('/t/thr_tidy'))
  const card = cardTitled(page, 'Run a command')
  await expect(card).toBeVisible()
  await page.clock.runFor(1000)
  await press(page, card, 'Allow once: npm test')
  await expect(card.getByText('Already answered.')).toBeVisible()
})

test('the title counts what waits and the icon gets a ring', async ({ page }) => {
  const wire = await fakeWire(page, { threads: [chat], snapshots: [snapshot(chat)] })
  await page.goto(wire.url('/t/thr_tidy'))
  await expect(page).toHaveTitle('tidy the release · Countersign')
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/icon.svg')
  wire.ask(one, asked)
  await expect(page).toHaveTitle('(1) tidy the release · Countersign')
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/icon-waiting.svg')
  await page.clock.runFor(1000)
  await expect(page.locator('[data-voice=polite]')).toHaveText(
    'Waiting: run a command, npm test, in tidy. Press F8.',
  )
})

/** Reconnects at once if the page still waits; it may have reconnected on its own meanwhile. */
async function comeBack(page: Page): Promise<void> {
  const banner = page.locator('[data-banner]')
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Try now' })
    if (await again.isVisible()) await again.click({ timeout: 500 })
    await expect(banner).toBeHidden({ timeout: 500 })
  }).toPass()
}
