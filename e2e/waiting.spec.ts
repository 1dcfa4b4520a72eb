import type { WaitingCall } from '@countersign/protocol'
import { expect, test } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, press } from './support/cards.ts'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { approvalFor, became, call, thread } from './support/views.ts'

/** The waiting list, batches, and one open card on a phone. */

const chat = thread('tidy', { title: 'tidy the release' })
const other = thread('digest', { title: 'weekly digest' })

const edit = (name: string) =>
  call('tidy', name, {
    tool: 'files.edit',
    title: `Edit ${name}.ts`,
    specifier: `src/${name}.ts`,
    body: { kind: 'write', path: `src/${name}.ts`, before: 'a\n', after: 'b\n', outside_workspace: false },
    decision: { verdict: 'ask', reason: { because: 'mode', sentence: 'Mode Ask: writing asks.' }, parts: [] },
  })
const run = (name: string, inThread = 'digest') =>
  call(inThread, name, {
    title: `Run ${name}`,
    specifier: name,
    body: { kind: 'shell', command: name, cwd: '~/code/site' },
  })

function waitingFor(calls: readonly WaitingCall[]) {
  return {
    threads: [chat, other],
    snapshots: [snapshot(chat), snapshot(other)],
    waiting: { approvals: calls.map((one) => approvalFor(one)), calls },
  }
}

test('edits of a kind are answered at once, each by its own hash, after all of them were seen', async ({
  page,
}) => {
  const edits = ['chat', 'store', 'queue'].map(edit)
  const wire = await fakeWire(page, waitingFor([...edits, run('npmtest')]))
  await page.goto(wire.url('/waiting'))
  const group = page.getByRole('region', { name: 'files.edit' })
  await expect(group.getByRole('heading')).toHaveText('3 similar edits')
  await expect(group.getByRole('button', { name: 'Allow 3 once (3 not seen)' })).toBeDisabled()
  await expect(group.getByText('+1 −1')).toHaveCount(3)
  await group.getByRole('button', { name: 'src/chat.ts', exact: true }).click()
  await expect(group.getByText('not seen yet')).toHaveCount(2)
  await group.getByRole('button', { name: 'Read them one after another' }).click()
  // Reading starts with the first unseen call, and takes the focus.
  const reading = group.locator('[data-reading]')
  await expect(reading.getByRole('heading')).toHaveText('2 of 3 src/store.ts')
  await expect(reading).toBeFocused()
  expect(await findings(page)).toEqual([])
  await reading.getByRole('button', { name: 'Next' }).click()
  await expect(reading.getByRole('heading')).toHaveText('3 of 3 src/queue.ts')
  await expect(reading.getByRole('status')).toHaveText('seen')
  await page.keyboard.press('Escape')
  await expect(group.getByRole('button', { name: 'Read them one after another' })).toBeFocused()
  await expect(group.getByRole('button', { name: 'Allow 3 once', exact: true })).toBeEnabled()
  await group.getByRole('checkbox', { name: 'Include src/store.ts' }).uncheck()
  expect(await findings(page)).toEqual([])
  await expect(group).toHaveAttribute('data-steady', 'true')
  await group.getByRole('button', { name: 'Allow 2 once' }).click()
  await expect
    .poll(() => wire.answers().map((answer) => [answer.tool_call_id, answer.decision, answer.hash]))
    .toEqual([
      ['call_chat', 'allow_once', edits[0]?.hash],
      ['call_queue', 'allow_once', edits[2]?.hash],
    ])
})

test('many questions are rows, grouped by chat, that unfold to their card in place', async ({ page }) => {
  const calls = [run('one'), run('two'), run('three', 'tidy'), run('four', 'tidy')]
  const wire = await fakeWire(page, waitingFor(calls))
  await page.goto(wire.url('/waiting'))
  await expect(page.getByText('4 in 2 chats')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('button', { name: /Run two/ }).click()
  await press(page, cardTitled(page, 'Run two'), /^Deny/)
  await expect.poll(() => wire.answers()).toMatchObject([{ tool_call_id: 'call_two', decision: 'deny' }])
  await page.keyboard.press('F8')
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('of many, only those of one tool or those that always ask are shown; nothing is answered by it', async ({
  page,
}) => {
  const remove = call('digest', 'remove', {
    tool: 'files.delete',
    title: 'Delete old.md',
    specifier: 'old.md',
    body: { kind: 'path', action: 'delete', paths: ['old.md'] },
    decision: {
      verdict: 'ask',
      reason: { because: 'destructive', sentence: 'deletes something' },
      parts: [],
      locked: 'destructive',
    },
  })
  const calls = [run('one'), run('two'), edit('chat'), remove]
  const wire = await fakeWire(page, waitingFor(calls))
  await page.goto(wire.url('/waiting'))
  const filters = page.getByRole('group', { name: 'Show only' })
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveCount(4)
  await filters.getByRole('combobox', { name: 'Tool' }).selectOption('terminal.exec')
  await expect(rows).toHaveCount(2)
  await expect(filters.getByText('2 of 4 shown')).toBeVisible()
  await filters.getByRole('combobox', { name: 'Tool' }).selectOption('')
  await filters.getByRole('checkbox', { name: 'always asks (1)' }).check()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Delete old.md')
  expect(await findings(page)).toEqual([])
  await filters.getByRole('button', { name: 'Show all' }).click()
  await expect(rows).toHaveCount(4)
  expect(wire.answers()).toEqual([])
})

test('notices are offered after the first answer that came late, once, and not at the start', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const asked = { permission: 'default', requestPermission: async () => Promise.resolve('granted') }
    Object.defineProperty(window, 'Notification', { value: asked, configurable: true })
    Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true })
  })
  const now = Date.now()
  const late = run('late')
  const prompt = run('prompt')
  const wire = await fakeWire(page, {
    ...waitingFor([]),
    waiting: {
      calls: [late, prompt],
      approvals: [
        approvalFor(late, { asked_at: now - 95_000 }),
        approvalFor(prompt, { asked_at: now - 1000 }),
      ],
    },
  })
  await page.goto(wire.url('/waiting'))
  const offer = page.locator('[data-notice-offer]')
  await press(page, cardTitled(page, 'Run prompt'), 'Deny: prompt')
  await expect.poll(() => wire.answers().length).toBe(1)
  await expect(offer).toHaveCount(0)
  await press(page, cardTitled(page, 'Run late'), 'Deny: late')
  await expect(offer).toContainText(/This waited 1 min 3\d s for you\./)
  expect(await findings(page)).toEqual([])
  await offer.getByRole('button', { name: 'Notify me' }).click()
  await expect(offer).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the answers belong to the open card, and rest after an answer before the next ones come', async ({
    page,
  }) => {
    const first = run('one')
    const second = run('two')
    const wire = await fakeWire(page, waitingFor([first]))
    await page.goto(wire.url('/waiting'))
    await expect(cardTitled(page, 'Run one')).toBeVisible()
    wire.ask(second, approvalFor(second))
    await expect(page.getByRole('button', { name: /Run two/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Allow once: one' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await press(page, cardTitled(page, 'Run one'), 'Allow once: one')
    wire.settle(
      became(first, { state: 'succeeded' }),
      { ...approvalFor(first), state: 'allowed' },
      { via: 'person', by: 'usr_local', at: 0 },
    )
    await expect(page.getByRole('button', { name: /^Allow once/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Allow once: two' })).toBeVisible()
    await expect.poll(() => wire.answers()).toHaveLength(1)
    const heights = await page
      .getByRole('region', { name: 'Answers' })
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  })

  test('with thirty waiting the open card stands whole above them, also when another one is opened', async ({
    page,
  }) => {
    const calls = Array.from({ length: 30 }, (_, index) => run(`job${index}`))
    const wire = await fakeWire(page, waitingFor(calls))
    await page.goto(wire.url('/waiting'))
    const whole = async (title: string): Promise<void> => {
      const card = cardTitled(page, title)
      await expect(card.locator('[data-exact]')).toBeInViewport({ ratio: 1 })
      const folded = await card.evaluate((element) => element.scrollHeight - element.clientHeight)
      expect(folded).toBeLessThanOrEqual(2)
    }
    await whole('Run job0')
    await page.getByRole('button', { name: /Run job20/ }).tap()
    await whole('Run job20')
    expect(wire.answers()).toEqual([])
  })

  test('a long change: one press to its end, the file name stays in view, and a tick says that it is settled', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      navigator.vibrate = (length) => {
        document.documentElement.dataset['ticked'] = JSON.stringify(length)
        return true
      }
    })
    const lines = Array.from({ length: 39 }, (_, index) => `line ${index}`).join('\n')
    const long = call('tidy', 'long', {
      tool: 'files.write',
      title: 'Write long.txt',
      specifier: 'long.txt',
      body: { kind: 'write', path: 'long.txt', before: null, after: lines, outside_workspace: false },
    })
    const wire = await fakeWire(page, waitingFor([long, edit('store')]))
    await page.goto(wire.url('/waiting'))
    const card = cardTitled(page, 'Write long.txt')
    const answers = page.getByRole('region', { name: 'Answers' })
    const allow = answers.getByRole('button', { name: 'Allow once: long.txt' })
    const place = await allow.boundingBox()
    await expect(card.getByText('line 38')).not.toBeInViewport()
    expect(await findings(page)).toEqual([])
    await answers.getByRole('button', { name: 'To the end' }).click()
    await expect(card.getByText('line 38')).toBeInViewport()
    await expect(card.getByText('long.txt', { exact: true }).last()).toBeInViewport()
    await expect(answers.getByRole('button', { name: 'To the end' })).toHaveCount(0)
    // The answers have not moved.
    expect(await allow.boundingBox()).toEqual(place)
    await expect(page.getByRole('button', { name: /store\.ts/ })).toContainText('+1 −1')
    await press(page, card, 'Allow once: long.txt')
    await expect.poll(() => wire.answers().length).toBe(1)
    await expect(page.locator('html')).not.toHaveAttribute('data-ticked')
    wire.settle(
      became(long, { state: 'approved' }),
      { ...approvalFor(long), state: 'allowed' },
      { via: 'person', by: 'usr_local', at: long.proposed_at },
    )
    await expect(page.locator('html')).toHaveAttribute('data-ticked', '12')
  })

  test('another card is opened by hand, and more answers unfold', async ({ page }) => {
    const first = run('one')
    const second = edit('chat')
    const wire = await fakeWire(page, waitingFor([first, second]))
    await page.goto(wire.url('/waiting'))
    await page.getByRole('button', { name: /Edit src\/chat/ }).tap()
    const card = cardTitled(page, 'Edit chat.ts')
    await expect(card).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByRole('button', { name: 'Allow more…' }).tap()
    await press(page, card, /^Allow for this chat/)
    await expect
      .poll(() => wire.answers())
      .toMatchObject([{ tool_call_id: 'call_chat', decision: 'allow_chat', rule: 'files.edit' }])
  })
})

test('K4: when a card above collapses, the one under the pointer stays where it is', async ({ page }) => {
  const calls = Array.from({ length: 6 }, (_, index) => run(`job${index}`, 'tidy'))
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [snapshot(chat, { calls, approvals: calls.map((one) => approvalFor(one)) })],
    waiting: { approvals: calls.map((one) => approvalFor(one)), calls },
  })
  await page.goto(wire.url('/t/thr_tidy'))
  const card = cardTitled(page, 'Run job3')
  const log = page.getByRole('log')
  await expect(card).toBeAttached()
  // A scroll by hand: from now on the thread keeps its position.
  await log.hover()
  await page.mouse.wheel(0, 40)
  await expect.poll(() => log.evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
  await card.scrollIntoViewIfNeeded()
  const scrolled = await log.evaluate((box) => box.scrollTop)
  await log.hover()
  await page.mouse.wheel(0, -200)
  await expect.poll(() => log.evaluate((box) => box.scrollTop)).toBe(scrolled - 200)
  await card.hover()
  const before = (await card.boundingBox())?.y
  const gone = calls[0]
  if (gone === undefined) throw new Error('there is no first card')
  wire.settle(
    became(gone, { state: 'denied' }),
    { ...approvalFor(gone), state: 'denied' },
    { via: 'person', by: 'Ana', at: 0 },
  )
  await expect(page.getByRole('article')).toHaveCount(5)
  const after = (await card.boundingBox())?.y
  expect(Math.abs((after ?? 0) - (before ?? 0))).toBeLessThan(2)
})
