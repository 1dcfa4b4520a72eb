import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { armed, composer, openThread, stepTo } from '../testing/browser-page.ts'
import { aCall, aMessage, became } from '../testing/views.ts'

/** Where the focus is, in a real browser: when cards come, when they are answered, and when they go. */

const run = (name: string) =>
  aCall(name, {
    title: `Run ${name}`,
    specifier: `npm run ${name}`,
    body: { kind: 'shell', command: `npm run ${name}`, cwd: '~/code/site' },
  })
const cardOf = (name: string) => page.getByRole('article', { name: `Run ${name}` })
const you = { via: 'person', by: 'usr_ada', at: 0 } as const
const go = { thread: { messages: [aMessage('go')] } }

test('cards that come while someone writes leave the focus, the caret and the text alone', async () => {
  const app = await openThread(go)
  await composer().click()
  await userEvent.keyboard('a daemon ')
  app.ask(run('build'))
  await userEvent.keyboard('and ')
  app.ask(run('test'))
  await expect.element(cardOf('test')).toBeVisible()
  await userEvent.keyboard('a dad')
  await expect.element(composer()).toHaveFocus()
  await expect.element(composer()).toHaveValue('a daemon and a dad')
  expect(app.answers()).toEqual([])
})

test('by key: the next card has the focus, then the place where the person was', async () => {
  const app = await openThread(go)
  await composer().click()
  app.ask(run('build'))
  app.ask(run('test'))
  await expect.element(cardOf('test')).toBeVisible()
  await stepTo(cardOf('build'))
  await userEvent.keyboard('d')
  await armed(cardOf('test'))
  await userEvent.keyboard('a')
  await expect.element(composer()).toHaveFocus()
  expect(app.answers().map(({ decision }) => decision)).toEqual(['deny', 'allow_once'])
})

test('by pointer: the focus goes to no other card', async () => {
  const app = await openThread(go)
  app.ask(run('build'))
  app.ask(run('test'))
  await expect.element(cardOf('test')).toHaveAttribute('data-steady', 'true')
  await page.getByRole('button', { name: 'Deny: npm run build' }).click()
  await expect.poll(() => app.answers().length).toBe(1)
  await expect.element(page.getByText('Sending: deny…')).toBeVisible()
  await expect.element(cardOf('test')).not.toHaveFocus()
})

test('a focused card that is answered elsewhere does not throw the focus to another card', async () => {
  const app = await openThread(go)
  await composer().click()
  app.ask(run('build'))
  app.ask(run('test'))
  await expect.element(cardOf('test')).toBeVisible()
  await stepTo(cardOf('build'))
  app.settle(became(run('build'), { state: 'denied' }), you)
  await expect.element(cardOf('build')).not.toBeInTheDocument()
  await expect.element(cardOf('test')).not.toHaveFocus()
  await userEvent.keyboard('a')
  expect(app.answers()).toEqual([])
})

test('a card under the pointer stays where it is when one above it goes', async () => {
  const long = Array.from({ length: 80 }, (_, line) => `Line ${line}.`).join('\n\n')
  const app = await openThread({
    thread: { messages: [aMessage('long', { role: 'assistant', text: long })] },
  })
  app.ask(run('build'))
  app.ask(run('test'))
  app.ask(run('lint'))
  await expect.element(cardOf('lint')).toBeVisible()
  const deny = page.getByRole('button', { name: 'Deny: npm run test' })
  await deny.hover()
  await expect.element(cardOf('test')).toHaveAttribute('data-steady', 'true')
  const before = deny.element().getBoundingClientRect().top
  app.settle(became(run('build'), { state: 'denied' }), you)
  await expect.element(cardOf('build')).not.toBeInTheDocument()
  await expect.poll(() => Math.abs(deny.element().getBoundingClientRect().top - before)).toBeLessThan(2)
})

test('Tab goes through a card in the order of reading, and Escape from any of its buttons leads back', async () => {
  const app = await openThread(go)
  await composer().click()
  app.ask(run('build'))
  await stepTo(cardOf('build'))
  const names: string[] = []
  for (;;) {
    await userEvent.keyboard('{Tab}')
    const { activeElement } = document
    if (activeElement?.closest('[data-card]') === null || names.length > 12) break
    if (activeElement instanceof HTMLButtonElement) names.push(activeElement.ariaLabel ?? '')
  }
  expect(names).toEqual([
    'Allow once: npm run build',
    'Allow for this chat: npm run build',
    'Always allow…: npm run build',
    'Note: npm run build',
    'Deny: npm run build',
  ])
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(page.getByRole('button', { name: 'Deny: npm run build' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(composer()).toHaveFocus()
  expect(app.answers()).toEqual([])
})

test('a button that is reached by Tab takes Enter as usual', async () => {
  const app = await openThread(go)
  app.ask(run('build'))
  await stepTo(cardOf('build'))
  page.getByRole('button', { name: 'Deny: npm run build' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => app.answers().map(({ decision }) => decision)).toEqual(['deny'])
})

test('a note keeps the focus, travels with the answer, and Escape leads back to the card', async () => {
  const app = await openThread(go)
  app.ask(run('build'))
  await stepTo(cardOf('build'))
  await userEvent.keyboard('n')
  const note = page.getByRole('textbox', { name: 'Tell the agent' })
  await expect.element(note).toHaveFocus()
  await userEvent.keyboard('add a dad')
  await userEvent.keyboard('{Escape}')
  await armed(cardOf('build'))
  await userEvent.keyboard('d')
  await expect.poll(() => app.answers()).toMatchObject([{ decision: 'deny', feedback: 'add a dad' }])
})

test('the focused card has its outline, and is not covered by the composer', async () => {
  const app = await openThread(go)
  for (const name of ['build', 'test', 'lint', 'pack', 'push']) app.ask(run(name))
  await expect.element(cardOf('push')).toBeInTheDocument()
  for (let step = 0; step < 5; step += 1) await userEvent.keyboard('{F8}')
  await armed(cardOf('push'))
  const box = cardOf('push').element()
  expect(getComputedStyle(box).outlineStyle).toBe('solid')
  const form = composer().element().closest('form')?.getBoundingClientRect().top ?? 0
  await expect.poll(() => box.getBoundingClientRect().bottom).toBeLessThanOrEqual(form)
})
