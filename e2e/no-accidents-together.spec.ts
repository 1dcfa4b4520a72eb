import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { TurnId } from '@countersign/protocol'
import { cardTitled, untilRested } from './support/cards.ts'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import type { FakeWire } from './support/fake-wire.ts'
import { approvalFor, became, call, message, thread, turnId } from './support/views.ts'

/**
 * Nobody can say yes by accident when several cards are answered together, or when a branch is chosen while a card waits. The laws K1 to K9
 * are those of `no-accidents.spec.ts`.
 */

const chat = thread('tidy', { title: 'tidy the release' })
const run = (name: string) =>
  call('tidy', name, {
    specifier: `npm run ${name}`,
    title: `Run npm run ${name}`,
    body: { kind: 'shell', command: `npm run ${name}`, cwd: '~/code/site' },
  })
/** One rule that covers all of them makes them a kind. */
const RULE = 'terminal.exec(npm run *)'
const ask = (wire: FakeWire, name: string) =>
  wire.ask(run(name), approvalFor(run(name), { offers: [{ rule: RULE, covers: 'npm run', still_asks: [] }] }))
const KEYBOARD = { send_with: 'enter', single_letters: true, hold_answers: 0, bindings: {} }
const settings = (keyboard: object) => ({
  settings: {
    default_model: null,
    default_mode: 'default',
    outside_mode: 'default',
    default_folder: null,
    model_titles: true,
    approval_timeout: 300,
    notifications: { desktop: true, show_specifier: true },
    sounds: { waiting: false, turn_ended: false },
    keyboard: { ...KEYBOARD, ...keyboard },
  },
})

async function openChat(
  page: Page,
  change: Partial<ReturnType<typeof snapshot>> = {},
  keyboard: object = {},
): Promise<FakeWire> {
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [snapshot(chat, { messages: [message('tidy', 'go')], ...change })],
    api: { '/api/settings': settings(keyboard) },
  })
  await page.goto(wire.url('/t/thr_tidy'))
  await expect(page.getByRole('log')).toBeVisible()
  return wire
}

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const together = (page: Page) => page.getByRole('button', { name: 'Answer together' })
const group = (page: Page) => page.getByRole('region', { name: RULE })

/** Three waiting commands in a group, each of them seen. */
async function openGroup(page: Page, wire: FakeWire): Promise<Locator> {
  for (const name of ['build', 'lint', 'types']) ask(wire, name)
  await together(page).click()
  await expect(group(page).getByRole('button', { name: 'Allow 3 once', exact: true })).toBeEnabled()
  await expect(group(page)).toHaveAttribute('data-steady', 'true')
  return group(page)
}

/** Enough above the cards that the chat can be scrolled away from its end. */
const LONG = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} of a long answer.`).join('\n\n')
const answered = message('tidy', 'long', { role: 'assistant', text: LONG })

test('K1 together: the offer and its group come without the focus, and what is read stays in place', async ({
  page,
}) => {
  const wire = await openChat(page, { messages: [answered] })
  await composer(page).focus()
  const log = page.getByRole('log')
  await log.hover()
  await page.mouse.wheel(0, -400)
  await expect(page.getByRole('button', { name: 'To the end' })).toBeVisible()
  const before = await log.evaluate((element) => element.scrollTop)
  for (const name of ['build', 'lint', 'types']) ask(wire, name)
  await expect(together(page)).toBeVisible()
  await expect(page.getByRole('button', { name: '3 wait below' })).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await log.evaluate((element) => element.scrollTop)).toBe(before)
  // A card that joins the open group takes nothing either.
  await together(page).click()
  await expect(group(page).getByRole('checkbox')).toHaveCount(3)
  await composer(page).focus()
  ask(wire, 'docs')
  await expect(group(page).getByRole('checkbox')).toHaveCount(4)
  await expect(composer(page)).toBeFocused()
  expect(wire.answers()).toEqual([])
})

test('K2 together: typing while cards become a group answers none, nor do letters anywhere in the group', async ({
  page,
}) => {
  const wire = await openChat(page)
  await composer(page).focus()
  for (const name of ['build', 'lint', 'types', 'docs']) {
    ask(wire, name)
    await page.keyboard.type('add a daemon and ')
  }
  await expect(together(page)).toBeVisible()
  await expect(composer(page)).toHaveValue('add a daemon and '.repeat(4))
  await together(page).click()
  const open = group(page)
  await expect(open.getByRole('button', { name: 'Allow 4 once', exact: true })).toBeEnabled()
  await expect(open).toHaveAttribute('data-steady', 'true')
  const parts = [...(await open.getByRole('checkbox').all()), ...(await open.getByRole('button').all())]
  for (const part of parts) {
    await part.focus()
    for (const key of ['a', 'd', 'n', 'c', 'r', 'A', 'D']) await page.keyboard.press(key)
  }
  expect(wire.answers()).toEqual([])
})

test('K3 together: a key that is held while the group opens answers nothing, and letters never do', async ({
  page,
}) => {
  const wire = await openChat(page)
  for (const name of ['build', 'lint', 'types']) ask(wire, name)
  await together(page).focus()
  await page.keyboard.down('Enter')
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(group(page)).toBeVisible()
  await group(page).getByRole('checkbox').first().focus()
  for (const key of ['a', 'd', 'c', 'r', 'A', 'Enter']) await page.keyboard.press(key)
  expect(wire.answers()).toEqual([])
})

test('K4 together: one more joins, the answers move, and a press that was meant for three is not taken', async ({
  page,
}) => {
  const wire = await openChat(page)
  const open = await openGroup(page, wire)
  ask(wire, 'docs')
  const allow = open.getByRole('button', { name: /^Allow 4 once/ })
  await expect(allow).toBeVisible()
  const box = await allow.boundingBox()
  if (box === null) throw new Error('the button is not there')
  await page.mouse.click(box.x + 10, box.y + 10)
  expect(wire.answers()).toEqual([])
  await untilRested(open)
  await open.getByRole('button', { name: 'Allow 4 once', exact: true }).click()
  await expect.poll(() => wire.answers().length).toBe(4)
})

test('K5, K6 together: F8 goes to a card and not to the group; Enter and Escape on it answer none', async ({
  page,
}) => {
  const wire = await openChat(page)
  await composer(page).focus()
  await openGroup(page, wire)
  await composer(page).focus()
  await page.keyboard.press('F8')
  const card = cardTitled(page, 'Run npm run build')
  await expect(card).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Enter')
  expect(wire.answers()).toEqual([])
})

test('K7 together: after the answer by key the next card has the focus, by pointer nothing takes it', async ({
  page,
}) => {
  const wire = await openChat(page)
  const open = await openGroup(page, wire)
  await open.getByRole('checkbox', { name: 'Include npm run types' }).uncheck()
  const allow = open.getByRole('button', { name: 'Allow 2 once', exact: true })
  await allow.focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => wire.answers().map(({ tool_call_id: id }) => id))
    .toEqual(['call_build', 'call_lint'])
  await expect(cardTitled(page, 'Run npm run types')).toBeFocused()
})

test('K7 together: after the last ones by key the composer has the focus', async ({ page }) => {
  const wire = await openChat(page)
  const open = await openGroup(page, wire)
  await open.getByRole('button', { name: 'Deny 3' }).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => wire.answers().map(({ decision }) => decision)).toEqual(['deny', 'deny', 'deny'])
  await expect(composer(page)).toBeFocused()
})

test('K8 together: in a hidden page no press and no key is taken', async ({ page }) => {
  const wire = await openChat(page)
  const open = await openGroup(page, wire)
  await page.evaluate(() =>
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' }),
  )
  const allow = open.getByRole('button', { name: 'Allow 3 once', exact: true })
  await allow.click()
  await allow.focus()
  await page.keyboard.press('Enter')
  expect(wire.answers()).toEqual([])
})

test('K9 together: held answers are taken back one by one before any is sent', async ({ page }) => {
  const wire = await openChat(page, {}, { hold_answers: 3 })
  const open = await openGroup(page, wire)
  await open.getByRole('button', { name: 'Allow 3 once', exact: true }).click()
  await expect(page.getByText(/^Sent in a moment/)).toHaveCount(3)
  expect(wire.answers()).toEqual([])
  await page.locator('body').press('z')
  await expect.poll(() => wire.answers().length, { timeout: 15_000 }).toBe(2)
})

/** A message that was sent twice: the second branch is the current one and has a waiting card. */
const first = {
  id: TurnId.parse('trn_first'),
  parent_id: null,
  thread_id: chat.id,
  state: 'done',
  error: null,
} as const
const second = {
  id: turnId('tidy'),
  parent_id: null,
  thread_id: chat.id,
  state: 'waiting',
  error: null,
} as const

const BRANCHED = {
  messages: [message('tidy', 'go')],
  left: { messages: [message('tidy', 'went', { turn_id: first.id })], calls: [] },
  leaf: second.id,
  turn: second,
  ended: [first],
}

async function openBranched(page: Page): Promise<FakeWire> {
  const wire = await openChat(page, BRANCHED)
  wire.ask(run('build'), approvalFor(run('build')))
  await expect(cardTitled(page, 'Run npm run build')).toHaveAttribute('data-steady', 'true')
  return wire
}
const chosen = (wire: FakeWire) => wire.heard.filter(({ type }) => type === 'branch_choose')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Stop the agent?' })

test('K1 branches: a card that arrives on the branch takes no focus and moves nothing; the way to the other stays', async ({
  page,
}) => {
  const wire = await openChat(page, {
    ...BRANCHED,
    messages: [message('tidy', 'go'), { ...answered, created_at: answered.created_at + 1 }],
  })
  await composer(page).focus()
  const log = page.getByRole('log')
  await log.hover()
  await page.mouse.wheel(0, -400)
  await expect(page.getByRole('button', { name: 'To the end' })).toBeVisible()
  const before = await log.evaluate((element) => element.scrollTop)
  wire.ask(run('build'), approvalFor(run('build')))
  await expect(page.getByRole('button', { name: '1 waits below' })).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await expect(dialog(page)).toHaveCount(0)
  expect(await log.evaluate((element) => element.scrollTop)).toBe(before)
  expect(wire.answers()).toEqual([])
})

test('K2 branches: letters on the way between branches and in its question answer nothing', async ({
  page,
}) => {
  const wire = await openBranched(page)
  const letters = async (): Promise<void> => {
    for (const key of ['a', 'd', 'n', 'c', 'r', 'j', 'k', 'A', 'D']) await page.keyboard.press(key)
  }
  const previous = page.getByRole('button', { name: 'Previous branch' })
  await previous.focus()
  await letters()
  await previous.click()
  await expect(dialog(page).locator(':focus')).toHaveCount(1)
  await letters()
  for (const button of await dialog(page).getByRole('button').all()) {
    await button.focus()
    await letters()
  }
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await composer(page).focus()
  await page.keyboard.type('add a daemon')
  await expect(composer(page)).toHaveValue('add a daemon')
  expect(wire.answers()).toEqual([])
  expect(chosen(wire)).toEqual([])
})

test('K5 branches: F8 goes to the card of the shown branch and back, and after the choice there is none to go to', async ({
  page,
}) => {
  const wire = await openBranched(page)
  const card = cardTitled(page, 'Run npm run build')
  const previous = page.getByRole('button', { name: 'Previous branch' })
  await previous.focus()
  await page.keyboard.press('F8')
  await expect(card).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(previous).toBeFocused()
  expect(wire.answers()).toEqual([])
  wire.settle(
    became(run('build'), { state: 'cancelled' }),
    { ...approvalFor(run('build')), state: 'cancelled' },
    { via: 'stop', by: 'usr_local', at: 0 },
  )
  wire.event(chat.id, { type: 'branch_changed', leaf: first.id })
  await expect(card).toHaveCount(0)
  await composer(page).focus()
  await page.keyboard.press('F8')
  for (const key of ['a', 'd']) await page.keyboard.press(key)
  expect(wire.answers()).toEqual([])
})

test('K3, K6 branches: choosing one asks first; Enter and Escape stay, and answer nothing', async ({
  page,
}) => {
  const wire = await openBranched(page)
  const previous = page.getByRole('button', { name: 'Previous branch' })
  await previous.focus()
  await page.keyboard.down('Enter')
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  expect(chosen(wire)).toEqual([])
  if ((await dialog(page).count()) === 0) await previous.click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await previous.click()
  await expect(dialog(page)).toBeVisible()
  // A person presses once the dialog has the focus.
  await expect(dialog(page).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  expect(chosen(wire)).toEqual([])
  expect(wire.answers()).toEqual([])
})

test('K8 branches: behind the question no card is answered, by key or by press', async ({ page }) => {
  const wire = await openBranched(page)
  const allow = await page.getByRole('button', { name: 'Allow once: npm run build' }).boundingBox()
  if (allow === null) throw new Error('the button is not there')
  await page.getByRole('button', { name: 'Previous branch' }).click()
  await expect(dialog(page)).toBeVisible()
  for (const key of ['a', 'd', 'F8', 'a']) await page.keyboard.press(key)
  await page.mouse.click(allow.x + 10, allow.y + 10)
  expect(wire.answers()).toEqual([])
  expect(chosen(wire)).toEqual([])
})

test('K4, K7 branches: the card goes with its branch, and a press on its way down is no answer to what comes', async ({
  page,
}) => {
  const wire = await openBranched(page)
  const allow = await page.getByRole('button', { name: 'Allow once: npm run build' }).boundingBox()
  if (allow === null) throw new Error('the button is not there')
  await page.getByRole('button', { name: 'Previous branch' }).click()
  await dialog(page).getByRole('button', { name: 'Stop and continue' }).click()
  await expect.poll(() => chosen(wire)).toMatchObject([{ turn_id: first.id }])
  wire.event(chat.id, { type: 'branch_changed', leaf: first.id })
  await expect(page.getByText('went')).toBeVisible()
  await expect(cardTitled(page, 'Run npm run build')).toHaveCount(0)
  await page.mouse.click(allow.x + 10, allow.y + 10)
  for (const key of ['a', 'd']) await page.keyboard.press(key)
  expect(wire.answers()).toEqual([])
})

test('K9 branches: an answer that is held when a branch is chosen belongs to the card that was shown', async ({
  page,
}) => {
  const wire = await openChat(page, BRANCHED, { hold_answers: 1 })
  wire.ask(run('build'), approvalFor(run('build')))
  const card = cardTitled(page, 'Run npm run build')
  await expect(card).toHaveAttribute('data-steady', 'true')
  await page.getByRole('button', { name: 'Allow once: npm run build' }).click()
  wire.event(chat.id, { type: 'branch_changed', leaf: first.id })
  // The answer names its call, so the server accepts it for that call or not at all.
  await expect
    .poll(() => wire.answers(), { timeout: 10_000 })
    .toMatchObject([{ tool_call_id: 'call_build', hash: run('build').hash }])
})
