import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { CallView } from '@countersign/protocol'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say, stepTo } from './support/cards.ts'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { makePlace } from './support/server.ts'
import { approvalFor, call, message, thread } from './support/views.ts'

/** Nothing can be allowed before it was on screen: one long card, several cards together, and answers for a whole thread. */

/** The folder for screenshots. */
const SHOTS = process.env['SHOTS']

const chat = thread('tidy', { title: 'tidy the release' })
const LONG = Array.from({ length: 325 }, (_, index) => `export const value${index} = '${index}'`).join('\n')
const why = {
  verdict: 'ask',
  reason: {
    because: 'mode',
    data: { mode: 'default', row: 'editSafe' },
    sentence: 'default mode, an edit in the workspace',
  },
  parts: [],
} as const

const long = call('tidy', 'long', {
  tool: 'files.write',
  title: 'Write values.ts',
  specifier: 'src/values.ts',
  body: { kind: 'write', path: 'src/values.ts', before: null, after: LONG, outside_workspace: false },
  decision: { ...why, parts: [] },
})

const edit = (name: string, lines = 1) => {
  const body = Array.from({ length: lines }, (_, index) => `const line${index} = ${index}`).join('\n')
  return call('tidy', name, {
    tool: 'files.edit',
    title: `Edit ${name}.ts`,
    specifier: `src/${name}.ts`,
    body: {
      kind: 'write',
      path: `src/${name}.ts`,
      before: 'import { store } from "./store"\n\nexport const name = store.name\n',
      after: `import { threads } from "./threads"\n\nexport const name = threads.name\n${body}\n`,
      outside_workspace: false,
    },
    decision: { ...why, parts: [] },
  })
}

async function open(page: Page, calls: readonly CallView[], path = '/t/thr_tidy') {
  const waiting = calls.filter((one) => one.state === 'waiting')
  const approvals = waiting.map((one) => approvalFor(one))
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [
      snapshot(chat, {
        messages: [message('tidy', 'go', { text: 'tidy up' })],
        calls: [...calls],
        approvals,
      }),
    ],
    waiting: { approvals, calls: waiting },
  })
  await page.goto(wire.url(path))
  return wire
}

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}.png` })
  }
}

const within = async (inner: Locator, outer: Locator): Promise<boolean> => {
  const [a, b] = [await inner.boundingBox(), await outer.boundingBox()]
  return a !== null && b !== null && a.y >= b.y && a.y + a.height <= b.y + b.height
}

test('a long card says below its scroller what is cut and why it asks, and allows only after its last line', async ({
  page,
}) => {
  const wire = await open(page, [long])
  const card = cardTitled(page, 'Write values.ts')
  const allow = card.getByRole('button', { name: 'Allow once: src/values.ts' })
  const extent = card.locator('[data-extent]')
  await expect(extent).toContainText(/^[1-9]\d? of 325 lines/)
  // Both are visible together with the answers, not below the edge of the scroll box.
  await expect(card.getByText('Edits ask in Ask mode.')).toBeInViewport()
  expect(await within(extent, card)).toBe(true)
  for (const name of [/^Allow once/, /^Allow for this chat/, /^Always allow/])
    await expect(card.getByRole('button', { name })).toBeDisabled()
  await expect(
    card.getByText('“Allow for this chat” covers all writes and edits in this chat.'),
  ).toBeVisible()
  await shoot(page, 'long-card')
  expect(await findings(page)).toEqual([])
  // Keys cannot do more than buttons.
  await stepTo(page, card)
  for (const key of ['a', 'c', 'r']) await page.keyboard.press(key)
  await expect(card.getByRole('textbox', { name: 'Rule' })).toHaveCount(0)
  expect(wire.answers()).toEqual([])
  // A denial requires no reading, but a yes does. Jumping to the end is sufficient.
  await expect(card.getByRole('button', { name: /^Deny/ })).toBeEnabled()
  await card.getByRole('button', { name: 'To the end' }).click()
  await expect(extent).toContainText('325 of 325 lines')
  await expect(card.getByText("value324 = '324'")).toBeInViewport()
  await expect(allow).toBeEnabled()
  await press(page, card, 'Allow once: src/values.ts')
  await expect.poll(() => wire.answers()).toMatchObject([{ decision: 'allow_once', hash: long.hash }])
})

const todo = call('tidy', 'todo', {
  tool: 'todo_write',
  state: 'succeeded',
  title: 'Write the to-do list',
  proposed_at: 10,
  started_at: 10,
  ended_at: 11,
  signature: { via: 'readonly', by: '', at: 10 },
  body: {
    kind: 'todo',
    items: Array.from({ length: 9 }, (_, index) => ({
      text: `Step ${index + 1}`,
      state: index === 0 ? 'in_progress' : 'open',
    })),
  },
})

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [2200, 1200],
] as const)
  test(`at ${width}×${height}, with the to-do list and the note open, a long card keeps its reason and answers in view`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await open(page, [todo, long])
    const list = page.getByRole('region', { name: 'To do' }).getByRole('list')
    // A low window has no room for both, so the list starts as one line.
    await expect(list).toHaveCount(height < 784 ? 0 : 1)
    const card = cardTitled(page, 'Write values.ts')
    const log = page.getByRole('log')
    const shown = async (): Promise<void> => {
      await expect(card.getByText('Edits ask in Ask mode.')).toBeInViewport({ ratio: 1 })
      for (const name of [/^Allow once/, /^Allow for this chat/, /^Deny/])
        await expect(card.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      expect(await within(card.getByRole('button', { name: /^Allow once/ }), log)).toBe(true)
      // Some of the body can still be read.
      await expect
        .poll(async () => (await card.getByRole('group').first().boundingBox())?.height)
        .toBeGreaterThan(80)
    }
    await shown()
    await shoot(page, `long-card-todo-${width}`)
    await stepTo(page, card)
    await page.keyboard.press('n')
    const note = page.getByRole('textbox', { name: 'Tell the agent' })
    await expect(note).toBeFocused()
    await expect(note).toBeInViewport({ ratio: 1 })
    await shown()
    await shoot(page, `long-card-note-${width}`)
    const allow = card.getByRole('button', { name: 'Allow once: src/values.ts' })
    await expect(allow).toBeDisabled()
    await card.getByRole('button', { name: 'To the end' }).click()
    await expect(card.getByText("value324 = '324'")).toBeInViewport()
    await expect(allow).toBeEnabled()
    await shown()
  })

test('shown at its full height, a long card is read by scrolling the chat', async ({ page }) => {
  await open(page, [long])
  const card = cardTitled(page, 'Write values.ts')
  const allow = card.getByRole('button', { name: 'Allow once: src/values.ts' })
  await expect(allow).toBeDisabled()
  await card.getByRole('button', { name: 'Show all' }).click()
  await expect(card.getByRole('button', { name: 'Show less' })).toBeAttached()
  await expect(allow).toBeDisabled()
  await allow.scrollIntoViewIfNeeded()
  await expect(allow).toBeEnabled()
})

test('a change is read with its numbers, in colour, and side by side where that is wished', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, [edit('chat', 3)])
  const card = cardTitled(page, 'Edit chat.ts')
  await expect(card.locator('[data-number="3"]').first()).toBeVisible()
  await expect(card.locator('[data-text-line] .text-plan').first()).toHaveText('import')
  const width = (await card.boundingBox())?.width ?? 0
  await shoot(page, 'diff-unified')
  await card.getByRole('button', { name: 'Side by side' }).click()
  await expect(card.locator('[data-split]')).toBeVisible()
  const [left, right] = await Promise.all([
    card.getByText('"./store"').boundingBox(),
    card.getByText('"./threads"').boundingBox(),
  ])
  expect(left?.y).toBe(right?.y)
  expect((await card.boundingBox())?.width).toBeGreaterThan(width)
  await shoot(page, 'diff-split')
  expect(await findings(page)).toEqual([])
  // The choice is remembered.
  await page.reload()
  await expect(card.locator('[data-split]')).toBeVisible()
})

test('in the chat, cards of a kind are answered together after each was seen; no card moves or goes by itself', async ({
  page,
}) => {
  const edits = ['chat', 'store', 'queue'].map((name) => edit(name))
  const remove = call('tidy', 'remove', {
    tool: 'files.delete',
    title: 'Delete old.md',
    specifier: 'old.md',
    body: { kind: 'path', action: 'delete', paths: ['old.md'] },
    decision: {
      verdict: 'ask',
      reason: { because: 'destructive', data: { tool: 'files.delete' }, sentence: 'takes something away' },
      parts: [],
      locked: 'destructive',
    },
  })
  const wire = await open(page, [...edits, remove])
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.focus()
  const offer = page.locator('[data-batch-offer]')
  await expect(offer).toContainText('3 similar edits wait for you.')
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(composer).toBeFocused()
  await shoot(page, 'batch-offer')
  await offer.getByRole('button', { name: 'Answer together' }).click()
  const group = page.getByRole('region', { name: 'files.edit' })
  await expect(group.getByRole('heading')).toHaveText('3 similar edits')
  await expect(group.getByRole('checkbox')).toHaveCount(3)
  await expect(group.getByRole('button', { name: 'Allow 3 once (3 not seen)' })).toBeDisabled()
  // Letters answer cards, never a batch (K2).
  await group.getByRole('checkbox', { name: 'Include src/chat.ts' }).focus()
  for (const key of ['a', 'd', 'c', 'r']) await page.keyboard.press(key)
  expect(wire.answers()).toEqual([])
  await group.getByRole('button', { name: 'Read them one after another' }).click()
  const reading = group.locator('[data-reading]')
  await expect(reading).toBeInViewport({ ratio: 0.9 })
  for (const name of ['chat', 'store', 'queue']) {
    await expect(reading.getByRole('heading')).toContainText(`src/${name}.ts`)
    await expect(reading.getByRole('status')).toHaveText('seen')
    await shoot(page, `batch-reading-${name}`)
    await reading.getByRole('button', { name: /^(Next|Done)$/ }).click()
  }
  expect(await findings(page)).toEqual([])
  await expect(group).toHaveAttribute('data-steady', 'true')
  await group.getByRole('button', { name: 'Allow 3 once', exact: true }).click()
  await expect
    .poll(() => wire.answers().map((answer) => [answer.tool_call_id, answer.decision, answer.hash]))
    .toEqual(edits.map(({ id, hash }) => [id, 'allow_once', hash]))
  // None of the calls is offered again, and the deletion was never part of the group.
  await expect(group).toHaveCount(0)
  await expect(offer).toHaveCount(0)
  await expect(cardTitled(page, 'Delete old.md')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('cards of a kind are answered together, after each was unfolded to its end', async ({ page }) => {
    const edits = ['chat', 'store', 'queue'].map((name) => edit(name))
    const wire = await open(page, [...edits, long], '/waiting')
    await expect(cardTitled(page, 'Edit chat.ts')).toBeVisible()
    await page.getByRole('button', { name: /3 similar edits/ }).tap()
    const group = page.getByRole('region', { name: '3 similar edits' })
    const answers = page.getByRole('region', { name: 'Answers' })
    const allow = answers.getByRole('button', { name: 'Allow 3 once' })
    await expect(answers).toContainText('Open each one first: 3 not seen yet.')
    await expect(allow).toBeDisabled()
    expect(await findings(page)).toEqual([])
    for (const name of ['chat', 'store', 'queue']) {
      const unfold = page.getByRole('button', { name: `src/${name}.ts`, exact: true })
      const row = group.locator('li', { has: unfold })
      await unfold.tap()
      await row.locator('[data-text-line]').last().scrollIntoViewIfNeeded()
      await expect(row).not.toContainText('not seen yet')
      await expect(row).toContainText('seen')
    }
    await shoot(page, 'batch-phone')
    await expect(answers).toContainText('All seen.')
    await group.getByRole('checkbox', { name: 'Include src/store.ts' }).uncheck()
    expect(await findings(page)).toEqual([])
    await expect(group).toHaveAttribute('data-steady', 'true')
    await answers.getByRole('button', { name: 'Allow 2 once' }).tap()
    await expect
      .poll(() => wire.answers().map((answer) => [answer.tool_call_id, answer.decision]))
      .toEqual([
        ['call_chat', 'allow_once'],
        ['call_queue', 'allow_once'],
      ])
  })

  test('a long card allows only after its end was on screen, and says how far it was read', async ({
    page,
  }) => {
    const wire = await open(page, [long], '/waiting')
    const answers = page.getByRole('region', { name: 'Answers' })
    const allow = answers.getByRole('button', { name: 'Allow once: src/values.ts' })
    await expect(allow).toBeDisabled()
    await expect(answers).toContainText(/\d+ of 325 lines/)
    await expect(page.getByText('Edits ask in Ask mode.')).toBeInViewport()
    await shoot(page, 'long-phone')
    await answers.getByRole('button', { name: 'To the end' }).tap()
    await expect(allow).toBeEnabled()
    await press(page, cardTitled(page, 'Write values.ts'), 'Allow once: src/values.ts')
    await expect.poll(() => wire.answers()).toMatchObject([{ decision: 'allow_once' }])
  })
})

test('what is allowed for a chat stays in view there, and asks again once its chip is removed', async ({
  page,
}) => {
  const place = await makePlace({ 'a.txt': 'one\n' })
  try {
    const server = await place.start()
    await enter(page, await server.signIn())
    await say(page, 'write a.txt: two')
    await press(page, cardTitled(page, 'Write a.txt'), /^Allow for this chat/)
    const chips = page.getByRole('region', { name: 'Allowed in this chat' })
    await expect(chips.locator('[data-thread-rule="files.write"]')).toHaveText('all writes and edits')
    await shoot(page, 'chip')
    expect(await findings(page)).toEqual([])
    await expect(page.locator('[data-call-state=succeeded]')).toHaveCount(1)
    await say(page, 'write a.txt: three')
    await expect(page.locator('[data-call-state=succeeded]')).toHaveCount(2)
    await chips.getByRole('button', { name: 'Ask again for all writes and edits' }).click()
    await expect(chips).toHaveCount(0)
    await say(page, 'write a.txt: four')
    await expect(cardTitled(page, 'Write a.txt')).toBeVisible()
    await page.reload()
    await expect(cardTitled(page, 'Write a.txt')).toBeVisible()
    await expect(chips).toHaveCount(0)
  } finally {
    await place.remove()
  }
})
