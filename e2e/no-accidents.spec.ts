import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { cardTitled, press, stepTo } from './support/cards.ts'
import { chance } from './support/chance.ts'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import type { FakeWire } from './support/fake-wire.ts'
import { approvalFor, became, call, message, thread } from './support/views.ts'

/**
 * Nobody can say yes by accident, on the built page, with a scripted server. K1: an arriving card takes nothing. K2: letters work only on
 * the card. K3: a card is armed after it was seen. K4: a press is accepted only if the button has not just moved. K5: one step to the card,
 * one to the answer. K6: Enter is never an answer by default. K7: where the focus goes after an answer. K8: nothing is answered in a hidden
 * page.
 */

const chat = thread('tidy', { title: 'tidy the release' })
const run = (name: string, command: string) =>
  call('tidy', name, {
    specifier: command,
    title: `Run ${command}`,
    body: { kind: 'shell', command, cwd: '~/code/site' },
  })

async function openChat(page: Page, change: Partial<ReturnType<typeof snapshot>> = {}): Promise<FakeWire> {
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [snapshot(chat, { messages: [message('tidy', 'go')], ...change })],
  })
  await page.goto(wire.url('/t/thr_tidy'))
  await expect(page.getByRole('log')).toBeVisible()
  return wire
}

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' })

test('K1: a card that arrives does not take the focus, and does not move what is read', async ({ page }) => {
  const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} of a long answer.`).join('\n\n')
  const wire = await openChat(page, { messages: [message('tidy', 'a', { role: 'assistant', text: long })] })
  await composer(page).focus()
  const log = page.getByRole('log')
  await log.hover()
  await page.mouse.wheel(0, -400)
  await expect(page.getByRole('button', { name: 'To the end' })).toBeVisible()
  const before = await log.evaluate((element) => element.scrollTop)
  wire.ask(run('one', 'npm test'), approvalFor(run('one', 'npm test')))
  await expect(page.getByRole('button', { name: '1 waits below' })).toBeVisible()
  await expect(composer(page)).toBeFocused()
  expect(await log.evaluate((element) => element.scrollTop)).toBe(before)
})

test('K2: typing fast while ten cards arrive answers none of them', async ({ page }) => {
  const wire = await openChat(page)
  await composer(page).focus()
  for (let index = 0; index < 10; index += 1) {
    const one = run(`c${index}`, `npm run job-${index}`)
    wire.ask(one, approvalFor(one))
    await page.keyboard.type('add a daemon and ')
  }
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect(composer(page)).toHaveValue('add a daemon and '.repeat(10))
  expect(wire.answers()).toEqual([])
})

test('K2: letters in a field of the card are text', async ({ page }) => {
  const one = run('one', 'npm test')
  const wire = await openChat(page)
  wire.ask(one, approvalFor(one))
  await stepTo(page, cardTitled(page, 'Run npm test'))
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Tell the agent' })).toBeFocused()
  await page.keyboard.type('add')
  expect(wire.answers()).toEqual([])
})

test('K3: a key is not taken before the card is armed, nor as auto-repeat, nor if it was held before', async ({
  page,
}) => {
  const one = run('one', 'npm test')
  const wire = await openChat(page)
  wire.ask(one, approvalFor(one))
  const card = cardTitled(page, 'Run npm test')
  await expect(card).toBeVisible()
  await page.keyboard.press('F8')
  await page.keyboard.press('a')
  expect(wire.answers()).toEqual([])

  await page.keyboard.press('Escape')
  await page.keyboard.down('a')
  await page.keyboard.press('F8')
  await expect(card).toHaveAttribute('data-armed', 'true')
  await page.keyboard.down('a')
  expect(wire.answers()).toEqual([])
  await page.keyboard.up('a')
  await page.keyboard.press('a')
  await expect
    .poll(() => wire.answers())
    .toMatchObject([{ decision: 'allow_once', tool_call_id: one.id, hash: one.hash }])
})

test('K4: a press on a button that has just moved there is not taken', async ({ page }) => {
  const first = run('one', 'npm test')
  const second = run('two', 'npm publish')
  const wire = await openChat(page)
  wire.ask(first, approvalFor(first))
  const card = cardTitled(page, 'Run npm test')
  await expect(card).toHaveAttribute('data-steady', 'true')
  const box = await page.getByRole('button', { name: 'Allow once: npm test' }).boundingBox()
  if (box === null) throw new Error('the button is not there')
  await page.mouse.move(box.x + 10, box.y + 10)
  // The card goes, another takes its place, and the finger is already on its way down.
  wire.settle(
    became(first, { state: 'denied' }),
    { ...approvalFor(first), state: 'denied' },
    { via: 'person', by: 'Ana', at: 0 },
  )
  wire.ask(second, approvalFor(second))
  await expect(cardTitled(page, 'Run npm publish')).toBeVisible()
  const other = await page.getByRole('button', { name: 'Allow once: npm publish' }).boundingBox()
  if (other === null) throw new Error('the button is not there')
  await page.mouse.click(other.x + 10, other.y + 10)
  expect(wire.answers()).toEqual([])
  await press(page, cardTitled(page, 'Run npm publish'), 'Allow once: npm publish')
  await expect.poll(() => wire.answers()).toMatchObject([{ tool_call_id: second.id }])
})

test('K5, K6: F8 steps to the card from anywhere; Escape goes back, caret included, and answers nothing', async ({
  page,
}) => {
  const one = run('one', 'npm test')
  const wire = await openChat(page)
  await composer(page).fill('half a thought')
  await composer(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 6))
  wire.ask(one, approvalFor(one))
  await stepTo(page, cardTitled(page, 'Run npm test'))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(composer(page)).toBeFocused()
  expect(
    await composer(page).evaluate((field: HTMLTextAreaElement) => [field.selectionStart, field.selectionEnd]),
  ).toEqual([4, 6])
  expect(wire.answers()).toEqual([])
})

test('K7: after an answer by key the next card has the focus, after the last one the old place', async ({
  page,
}) => {
  const wire = await openChat(page)
  await composer(page).focus()
  const cards = [run('one', 'npm test'), run('two', 'npm publish')]
  for (const one of cards) wire.ask(one, approvalFor(one))
  await stepTo(page, cardTitled(page, 'Run npm test'))
  await page.keyboard.press('d')
  const next = cardTitled(page, 'Run npm publish')
  await expect(next).toBeFocused()
  await expect(next).toHaveAttribute('data-armed', 'true')
  await page.keyboard.press('a')
  await expect(composer(page)).toBeFocused()
  expect(wire.answers().map((answer) => answer.decision)).toEqual(['deny', 'allow_once'])
})

test('K7: after an answer by pointer the focus stays where it was', async ({ page }) => {
  const one = run('one', 'npm test')
  const wire = await openChat(page)
  wire.ask(one, approvalFor(one))
  await press(page, cardTitled(page, 'Run npm test'), 'Deny: npm test')
  await expect(page.getByText('Sending: deny…')).toBeVisible()
  await expect(composer(page)).not.toBeFocused()
})

test('a card that cannot be undone has no key, and its yes takes a second press elsewhere', async ({
  page,
}) => {
  const danger = call('tidy', 'danger', {
    title: 'Run git push --force',
    specifier: 'git push --force',
    body: { kind: 'shell', command: 'git push --force', cwd: '~/code/site' },
    decision: {
      verdict: 'ask',
      reason: { because: 'breaker', sentence: 'a force push' },
      parts: [],
      locked: 'breaker',
    },
  })
  const wire = await openChat(page)
  wire.ask(danger, approvalFor(danger))
  const card = cardTitled(page, 'Run git push --force')
  await stepTo(page, card)
  await page.keyboard.press('a')
  await page.keyboard.press('d')
  expect(wire.answers()).toEqual([])
  await expect(card.getByRole('button', { name: /Always allow/ })).toHaveCount(0)
  await expect(card).toHaveAttribute('data-steady', 'true')
  await card.getByRole('button', { name: 'Allow once: git push --force' }).dblclick()
  expect(wire.answers()).toEqual([])
  await card.getByRole('button', { name: 'Yes, run it: git push --force' }).click()
  await expect.poll(() => wire.answers().length).toBe(1)
})

test('a deletion is allowed by typing its name', async ({ page }) => {
  const remove = call('tidy', 'remove', {
    tool: 'files.delete',
    title: 'Delete old-site',
    specifier: 'old-site',
    body: { kind: 'path', action: 'delete', paths: ['old-site'], files: 214, bytes: 38_000_000 },
    decision: {
      verdict: 'ask',
      reason: { because: 'destructive', sentence: 'deleting cannot be undone' },
      parts: [],
      locked: 'destructive',
    },
  })
  const wire = await openChat(page)
  wire.ask(remove, approvalFor(remove))
  const card = cardTitled(page, 'Delete old-site')
  const allow = card.getByRole('button', { name: 'Allow once: old-site' })
  await expect(allow).toBeDisabled()
  await card.getByRole('textbox', { name: 'Type old-site to allow' }).fill('old-sit')
  await expect(allow).toBeDisabled()
  await card.getByRole('textbox', { name: 'Type old-site to allow' }).fill('old-site')
  await press(page, card, 'Allow once: old-site')
  await expect.poll(() => wire.answers()).toMatchObject([{ decision: 'allow_once' }])
})

test('a note travels with the answer', async ({ page }) => {
  const one = run('one', 'git push')
  const wire = await openChat(page)
  wire.ask(one, approvalFor(one))
  const card = cardTitled(page, 'Run git push')
  await stepTo(page, card)
  await page.keyboard.press('Shift+D')
  await page.keyboard.type('open a pull request instead')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(() => wire.answers())
    .toMatchObject([{ decision: 'deny', feedback: 'open a pull request instead' }])
})

/** Every key that answers, moves or opens something, and ordinary typing between them. */
const KEYS = [
  ...'adncrjkzgwADNCR?,. ',
  'Escape',
  'Enter',
  'Tab',
  'Backspace',
  'ArrowUp',
  'ArrowDown',
  'Control+k',
]

for (const seed of [1, 7, 42]) {
  test(`K1, K2: whatever is typed while cards come and go, none is answered (${seed})`, async ({ page }) => {
    const wire = await openChat(page)
    const random = chance(seed)
    const composer = page.getByRole('textbox', { name: 'Message' })
    await composer.focus()
    const open: ReturnType<typeof run>[] = []
    for (let step = 0; step < 120; step += 1) {
      if (random(10) === 0) {
        const next = run(`job${seed}x${step}`, `npm run job-${step}`)
        open.push(next)
        wire.ask(next, approvalFor(next))
      } else if (random(25) === 0) {
        const gone = open.shift()
        if (gone !== undefined) {
          wire.settle(
            became(gone, { state: 'denied' }),
            { ...approvalFor(gone), state: 'denied' },
            { via: 'person', by: 'Ana', at: 0 },
          )
        }
      }
      const key = KEYS[random(KEYS.length)] ?? 'a'
      // A person types into a field: the composer, or one that earlier keys opened.
      const inField = await page.evaluate(
        () => document.activeElement?.matches('input, textarea, [role=combobox]') === true,
      )
      if (!inField) {
        await page.keyboard.press('Escape')
        // A palette entry may have led to a page without a composer; the wait allows for one that is still loading.
        await composer.waitFor({ timeout: 3000 }).catch(async () => page.goBack())
        await composer.focus()
      }
      await page.keyboard.press(key === ' ' ? 'Space' : key)
    }
    expect(wire.answers()).toEqual([])
    expect(open.length).toBeGreaterThan(2)
  })
}
