import { expect, test } from '@playwright/test'
import { findings } from './support/axe.ts'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { approvalFor, call, message, thread } from './support/views.ts'

/** Finished calls, and where a thread opens. */

const chat = thread('tidy', { title: 'tidy the release' })
const AT = 1_790_000_000_000
const write = (before: string) =>
  ({ kind: 'write', path: 'a.ts', before, after: `${before}mine\n`, outside_workspace: false }) as const

test('a void call shows what changed and leads to the call that replaced it; a long result comes whole', async ({
  page,
}) => {
  const edit = {
    tool: 'files.edit',
    title: 'Edit a.ts',
    specifier: 'a.ts',
    signature: { via: 'policy', by: 'stale target', at: AT + 3000 },
  } as const
  const stale = call('tidy', 'stale', {
    ...edit,
    state: 'failed',
    started_at: null,
    error_code: 'stale',
    body: write('seen\n'),
    found: write('theirs\n'),
    proposed_at: AT + 1000,
    ended_at: AT + 3000,
  })
  const reads = Array.from({ length: 30 }, (_, index) =>
    call('tidy', `read${index}`, {
      state: 'succeeded',
      tool: 'terminal.exec',
      specifier: `job ${index}`,
      proposed_at: AT + 4000 + index,
      started_at: AT + 4000,
      ended_at: AT + 4100,
      signature: { via: 'mode', by: 'default', at: AT + 4000 },
    }),
  )
  const newer = call('tidy', 'newer', {
    ...edit,
    state: 'succeeded',
    body: write('theirs\n'),
    proposed_at: AT + 5000,
    started_at: AT + 5000,
    ended_at: AT + 5100,
    signature: { via: 'person', by: 'usr_local', at: AT + 5000 },
    preview: 'x'.repeat(500),
    result_chars: 900,
  })
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [snapshot(chat, { calls: [stale, ...reads, newer] })],
    api: { '/api/calls/call_newer/result': { text: `${'x'.repeat(890)} the end.`, chars: 900 } },
  })
  await page.goto(wire.url(`/t/${chat.id}`))
  const line = page.locator('[data-call="call_stale"]')
  await expect(line).toContainText('void: the file changed after it was proposed')
  await line.getByRole('button', { name: 'Show what changed: a.ts' }).click()
  await expect(line.locator('[data-what-changed]')).toContainText('+theirs')
  await expect(line.locator('[data-what-changed]')).toContainText('-seen')
  expect(await findings(page)).toEqual([])

  await line.getByRole('link', { name: 'a newer call' }).click()
  const next = page.locator('[data-call="call_newer"]')
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(next.getByText('Result, preview')).toBeVisible()
  await next.getByRole('button', { name: 'Show all 900 characters' }).click()
  await expect(next.locator('[data-result="all"]')).toContainText('the end.')
  // The start of the hash links to the audit rows.
  await expect(next.getByRole('link', { name: 'Audit of c920 5d11' })).toHaveAttribute(
    'href',
    '/audit?call=call_newer',
  )
})

test('a call that is unfolded at the end of a chat stays under the pointer', async ({ page }) => {
  const talk = Array.from({ length: 30 }, (_, index) =>
    message('tidy', `m${index}`, { role: 'assistant', text: `message ${index}`, created_at: AT + index }),
  )
  const last = call('tidy', 'last', {
    state: 'succeeded',
    proposed_at: AT + 2000,
    started_at: AT + 2000,
    ended_at: AT + 2100,
    preview: Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n'),
    signature: { via: 'mode', by: 'default', at: AT + 2000 },
  })
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [snapshot(chat, { messages: talk, calls: [last] })],
  })
  await page.goto(wire.url(`/t/${chat.id}`))
  const line = page.locator('[data-call="call_last"] [data-line]')
  await expect(line).toBeInViewport()
  const before = await line.boundingBox()
  await line.click()
  await expect(page.getByRole('button', { name: 'Show all 60 lines' })).toBeAttached()
  await expect(page.getByRole('button', { name: 'To the end' })).toBeVisible()
  expect((await line.boundingBox())?.y).toBe(before?.y)
})

test('a chat with many open cards opens at the first of them, and nothing lies over a card', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 700 })
  const cards = Array.from({ length: 9 }, (_, index) =>
    call('tidy', `open${index}`, {
      title: `Run number ${index}`,
      specifier: `job ${index}`,
      body: { kind: 'shell', command: `job ${index}`, cwd: '~/code/site' },
      proposed_at: AT + 2000 + index,
    }),
  )
  const talk = Array.from({ length: 30 }, (_, index) =>
    message('tidy', `m${index}`, {
      role: index % 2 === 0 ? 'user' : 'assistant',
      text: `message ${index}`,
      created_at: AT + index,
    }),
  )
  const approvals = cards.map((one) => approvalFor(one))
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [snapshot(chat, { messages: talk, calls: cards, approvals })],
    waiting: { approvals, calls: cards },
  })
  await page.goto(wire.url(`/t/${chat.id}`))
  const first = page.getByRole('article', { name: 'Run number 0' })
  await expect(first.getByRole('button', { name: /^Allow once/ })).toBeInViewport({ ratio: 1 })
  const chip = page.getByRole('button', { name: /wait below$/ })
  await expect(chip).toBeVisible()
  const over = await chip.evaluate((element) => {
    const a = element.getBoundingClientRect()
    return [...document.querySelectorAll('[data-card]')].some((card) => {
      const b = card.getBoundingClientRect()
      const list = card.closest('[role="log"]')?.getBoundingClientRect().bottom ?? 0
      return a.top < Math.min(b.bottom, list) && a.bottom > b.top && a.left < b.right && a.right > b.left
    })
  })
  expect(over).toBe(false)
  await chip.click()
  await expect(page.getByRole('article', { name: 'Run number 8' })).toBeInViewport()
  // A person who reads at the end is not pulled back to the first card.
  await expect(first).not.toBeInViewport()
  await expect(page.getByRole('article', { name: 'Run number 8' })).toBeInViewport()
})
