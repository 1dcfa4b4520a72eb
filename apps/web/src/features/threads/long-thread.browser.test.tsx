import type { MessageView } from '@countersign/protocol'
import { TurnId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { armed, composer, openThread } from '../../testing/browser-page.ts'
import { aCall, aMessage, aTurn } from '../../testing/views.ts'

/** A thread of 5,000 messages in a real browser: the text being read stays in place, whatever arrives. */

const COUNT = 5000
const turn = (index: number) => TurnId.parse(`trn_${index}`)
const MESSAGES: readonly MessageView[] = Array.from({ length: COUNT }, (_, index) =>
  aMessage(`m${index}`, {
    turn_id: turn(index),
    role: index % 2 === 0 ? 'user' : 'assistant',
    // Different heights expose a list that only estimates them.
    text: `Message ${index}.${'\n\nAnother paragraph of it.'.repeat(index % 4)}`,
    created_at: index,
  }),
)

const log = () => page.getByRole('log')
const rows = () => [...log().element().querySelectorAll<HTMLElement>('[data-thread-row]')]

/** The person's messages in the rendered rows, without the buttons below them. */
const saidByPerson = () =>
  rows().map((row) => row.querySelector('[data-role=user]')?.textContent ?? row.textContent)

/** The first visible row, by its text, and its position. */
function firstInView(): { readonly text: string; readonly top: number } {
  const edge = log().element().getBoundingClientRect().top
  const row = rows().find((other) => other.getBoundingClientRect().bottom > edge + 1)
  if (row === undefined) throw new Error('no row is in view')
  return { text: row.textContent ?? '', top: Math.round(row.getBoundingClientRect().top) }
}

/** The position of the first row once the list has measured its rows. */
async function atRest(): Promise<ReturnType<typeof firstInView>> {
  let last = ''
  await expect
    .poll(() => {
      const now = JSON.stringify(firstInView())
      const same = now === last
      last = now
      return same
    })
    .toBe(true)
  return firstInView()
}

async function openLong(calls: readonly ReturnType<typeof aCall>[] = []) {
  const app = await openThread({
    thread: { messages: [...MESSAGES], calls: [...calls], turn: aTurn('running', turn(COUNT)) },
  })
  await expect.element(page.getByText(`Message ${COUNT - 1}.`, { exact: true })).toBeVisible()
  return app
}

/** More of the streaming answer. */
function chunk(text: string) {
  const root = { parent_id: null, depth: 0 } as const
  return { type: 'chunk', turn_id: turn(COUNT), kind: 'text', text, ...root } as const
}

async function scrollUp(): Promise<void> {
  log().element().focus()
  for (let times = 0; times < 4; times += 1) await userEvent.keyboard('{PageUp}')
  await expect.element(page.getByRole('button', { name: 'To the end' })).toBeVisible()
}

test('it opens at its end, with few of its rows drawn', async () => {
  await openLong()
  expect(rows().length).toBeLessThan(80)
  await expect.element(page.getByRole('button', { name: 'To the end' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^New below/ })).not.toBeInTheDocument()
})

test('what is read stays where it is while messages, text and calls come below', async () => {
  const app = await openLong()
  await scrollUp()
  const before = await atRest()
  for (let index = 0; index < 20; index += 1) {
    app.event(chunk(`Part ${index} of what is being written.\n\n`))
  }
  app.event({
    type: 'message_added',
    message: aMessage('late', { turn_id: turn(COUNT), role: 'assistant', created_at: COUNT + 1 }),
  })
  app.ask(aCall('one', { turn_id: turn(COUNT), proposed_at: COUNT + 2 }))
  await expect.element(page.getByRole('button', { name: '1 waits below' })).toBeVisible()
  expect(await atRest()).toEqual(before)
})

test('at its end it follows what comes', async () => {
  const app = await openLong()
  for (let index = 0; index < 5; index += 1) {
    app.event({
      type: 'message_added',
      message: aMessage(`next${index}`, {
        turn_id: turn(COUNT),
        role: 'assistant',
        text: `Next ${index}.`,
        created_at: COUNT + index,
      }),
    })
  }
  await expect.element(page.getByText('Next 4.')).toBeVisible()
  await expect
    .poll(() => {
      const box = log().element()
      return box.scrollHeight - box.scrollTop - box.clientHeight
    })
    .toBeLessThan(48)
})

test('the button says how much came below, if anything did, and leads to the end', async () => {
  const app = await openLong()
  await scrollUp()
  app.event(chunk('Some words.'))
  await expect.element(page.getByRole('button', { name: /^New below/ })).toBeVisible()
  await page.getByRole('button', { name: 'New below (1)' }).click()
  await expect.element(page.getByRole('button', { name: 'To the end' })).not.toBeInTheDocument()
})

test('"To the end" leads to the end', async () => {
  await openLong()
  await scrollUp()
  await page.getByRole('button', { name: 'To the end' }).click()
  await expect.element(page.getByText(`Message ${COUNT - 1}.`, { exact: true })).toBeVisible()
})

test('a message that one sends leads to the end', async () => {
  const app = await openThread({ thread: { messages: [...MESSAGES] } })
  await expect.element(page.getByText(`Message ${COUNT - 1}.`, { exact: true })).toBeVisible()
  await scrollUp()
  await composer().fill('And now?')
  await userEvent.keyboard('{Enter}')
  await expect.element(composer()).toHaveValue('')
  app.event({
    type: 'message_added',
    message: aMessage('asked', { turn_id: turn(COUNT), text: 'And now?', created_at: COUNT }),
  })
  await expect.element(page.getByText('And now?', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'To the end' })).not.toBeInTheDocument()
})

test.each([1440, 1150, 800])(
  'at %i pixels the button to the end covers nothing of the chat',
  async (width) => {
    await page.viewport(width, 700)
    await openLong()
    await scrollUp()
    const button = page.getByRole('button', { name: 'To the end' }).element().getBoundingClientRect()
    for (const row of rows()) {
      const { left, right, top, bottom } = row.getBoundingClientRect()
      const isBeside = button.left >= right || button.right <= left
      const end = log().element().getBoundingClientRect().bottom
      expect(isBeside || button.top >= Math.min(bottom, end) || button.bottom <= top).toBe(true)
    }
  },
)

test('Home reaches the first message, and "To the end" leads back from there', async () => {
  await openLong()
  log().element().focus()
  await userEvent.keyboard('{Home}')
  await expect.poll(saidByPerson).toContain('You said: Message 0.')
  await page.getByRole('button', { name: 'To the end' }).click()
  await expect.element(page.getByText(`Message ${COUNT - 1}.`, { exact: true })).toBeVisible()
  expect(rows().length).toBeLessThan(80)
})

test('End leads from the first message to the last by one press', async () => {
  await openLong()
  log().element().focus()
  await userEvent.keyboard('{Home}')
  await expect.poll(saidByPerson).toContain('You said: Message 0.')
  await userEvent.keyboard('{End}')
  await expect.element(page.getByText(`Message ${COUNT - 1}.`, { exact: true })).toBeVisible()
})

test('a card in the middle is one key away, from the far end too, and Escape leads back', async () => {
  const middle = aCall('mid', { turn_id: turn(2500), proposed_at: 2500.5, title: 'Run in the middle' })
  const app = await openLong()
  await composer().click()
  app.ask(middle)
  await userEvent.keyboard('{F8}')
  const card = page.getByRole('article', { name: 'Run in the middle' })
  await armed(card)
  await expect
    .poll(() => {
      const { top, bottom } = card.element().getBoundingClientRect()
      const box = log().element().getBoundingClientRect()
      return top >= box.top - 1 && bottom <= box.bottom + 1
    })
    .toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(composer()).toHaveFocus()
})

test('text that is selected stops the following', async () => {
  const app = await openLong()
  const message = page.getByText(`Message ${COUNT - 1}.`, { exact: true })
  await message.tripleClick()
  const before = await atRest()
  for (let index = 0; index < 10; index += 1) {
    app.event(chunk(`Part ${index} of a text that goes on.\n\n`))
  }
  await expect.element(page.getByRole('button', { name: /^New below/ })).toBeVisible()
  expect(await atRest()).toEqual(before)
})

test.each(['{Home}', '{PageUp}'])(
  '%s leaves the end for good, also while an answer is being written',
  async (key) => {
    const app = await openLong()
    const write = (): void => app.event(chunk('Some words of an answer that goes on. '))
    const writing = window.setInterval(write, 10)
    await expect.element(page.getByText(/Some words of an answer/)).toBeVisible()
    log().element().focus()
    await userEvent.keyboard(key)
    await expect.element(page.getByRole('button', { name: /^New below/ })).toBeVisible()
    window.clearInterval(writing)
    const before = await atRest()
    for (let index = 0; index < 50; index += 1) write()
    expect(await atRest()).toEqual(before)
  },
)
