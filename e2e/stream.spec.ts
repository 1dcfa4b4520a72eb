import { expect, test } from '@playwright/test'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { message, thread, turnId } from './support/views.ts'

/** A streaming answer, and a person who types meanwhile. */

const chat = thread('tidy', { title: 'tidy the release' })
const turn = turnId('tidy')

test('typing is not dropped while an answer streams, and the answer is whole', async ({ page }) => {
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [
      snapshot(chat, {
        messages: [message('tidy', 'go')],
        turn: { id: turn, thread_id: chat.id, state: 'running', error: null },
      }),
    ],
  })
  await page.goto(wire.url('/t/thr_tidy'))
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.focus()
  const words = Array.from({ length: 3000 }, (_, index) =>
    index % 30 === 29 ? `w${index}\n\n` : `w${index} `,
  )
  const typed = 'the quick brown fox jumps over the lazy dog'
  for (const [index, text] of words.entries()) {
    wire.event(chat.id, { type: 'chunk', turn_id: turn, kind: 'text', text, parent_id: null, depth: 0 })
    const letter = index % 60 === 0 ? typed[index / 60] : undefined
    if (letter !== undefined) await page.keyboard.type(letter)
  }
  await expect(composer).toHaveValue(typed)
  await expect(page.locator('[data-role=streaming]')).toContainText('w2999')
  await expect(page.locator('[data-role=streaming] p')).toHaveCount(100)
  const log = page.getByRole('log')
  const below = await log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  expect(below).toBeLessThan(48)

  wire.event(chat.id, {
    type: 'message_added',
    message: message('tidy', 'done', { role: 'assistant', text: words.join(''), created_at: Date.now() }),
  })
  wire.event(chat.id, {
    type: 'turn_updated',
    turn: { id: turn, thread_id: chat.id, state: 'done', error: null },
  })
  await expect(page.locator('[data-role=streaming]')).toHaveCount(0)
  await expect(page.locator('[data-voice=polite]')).toHaveText('Answer finished. 3,000 words.')
})

test('the view follows only while its end is in view', async ({ page }) => {
  const long = Array.from({ length: 80 }, (_, index) => `Paragraph ${index}.`).join('\n\n')
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [
      snapshot(chat, {
        messages: [message('tidy', 'a', { role: 'assistant', text: long })],
        turn: { id: turn, thread_id: chat.id, state: 'running', error: null },
      }),
    ],
  })
  await page.goto(wire.url('/t/thr_tidy'))
  const log = page.getByRole('log')
  await expect(log.getByText('Paragraph 79.')).toBeVisible()
  await log.hover()
  await page.mouse.wheel(0, -600)
  await expect(page.getByRole('button', { name: 'To the end' })).toBeVisible()
  const before = await log.evaluate((box) => box.scrollTop)
  wire.event(chat.id, {
    type: 'chunk',
    turn_id: turn,
    kind: 'text',
    text: 'And more.',
    parent_id: null,
    depth: 0,
  })
  // Events arrive in order: once the new title is there, the earlier text has been processed too.
  wire.say({ type: 'threads', threads: [{ ...chat, title: 'renamed' }] })
  await expect(page).toHaveTitle('renamed · Countersign')
  expect(await log.evaluate((box) => box.scrollTop)).toBe(before)
  await page.getByRole('button', { name: 'New below' }).click()
  await expect(page.locator('[data-role=streaming]')).toContainText('And more.')
})
