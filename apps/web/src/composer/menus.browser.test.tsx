import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { composer, openChat } from '../testing/browser-page.ts'
import { aMessage, aTurn } from '../testing/views.ts'

/** The menus of the composer by keyboard alone, in a real browser. */

const go = { thread: { messages: [aMessage('go')] } }
const sent = (app: Awaited<ReturnType<typeof openChat>>, type: string) =>
  app.heard.filter((command) => command.type === type)

test('mode: the keys open it at the mode that holds, arrows choose, and the choice is asked of the server', async () => {
  const app = await openChat(go)
  await composer().click()
  await userEvent.keyboard('{Control>}{Shift>}m{/Shift}{/Control}')
  const menu = page.getByRole('menu')
  await expect.element(menu).toBeVisible()
  await expect.element(menu.getByRole('menuitemradio', { checked: true })).toMatchTextContent(/Ask/)
  await expect.poll(() => document.activeElement?.closest('[role=menu]') !== null).toBe(true)
  await userEvent.keyboard('{Home}')
  await expect.element(menu.getByRole('menuitemradio', { name: /^Plan/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.poll(() => sent(app, 'mode_set')).toMatchObject([{ permission_mode: 'strict' }])
  // Nothing is shown as chosen before the server said so.
  await expect.element(page.getByRole('button', { name: 'Mode: Ask' })).toBeVisible()
})

test('mode: Escape closes it, gives the focus back and changes nothing', async () => {
  const app = await openChat(go)
  const trigger = page.getByRole('button', { name: 'Mode: Ask' })
  trigger.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menu')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Mode: Ask' })).toHaveFocus()
  expect(sent(app, 'mode_set')).toEqual([])
})

test('mode: one that is forbidden says why and cannot be chosen', async () => {
  const app = await openChat({
    ...go,
    me: { forbidden_modes: [{ mode: 'auto', instead: 'acceptEdits', because: 'forbidden' }] },
  })
  await userEvent.keyboard('{Control>}{Shift>}m{/Shift}{/Control}')
  const auto = page.getByRole('menuitemradio', { name: /Your administrator does not allow Auto/ })
  await expect.element(auto).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(() => document.activeElement?.closest('[role=menu]') !== null).toBe(true)
  await userEvent.keyboard('{End}{Enter}')
  expect(sent(app, 'mode_set')).toEqual([])
})

test('model: by keyboard, with the demo model named as one', async () => {
  const app = await openChat(go)
  page.getByRole('button', { name: 'Model: Demo model' }).element().focus()
  await userEvent.keyboard('{Enter}')
  const other = page.getByRole('menuitemradio', { name: /small/ })
  await expect.element(other).toBeVisible()
  await expect.poll(() => document.activeElement?.closest('[role=menu]') !== null).toBe(true)
  await userEvent.keyboard('{End}')
  await expect.element(other).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent(app, 'model_set')).toMatchObject([{ model: 'ollama/small' }])
})

test('slash: it opens as it is typed, arrows go round, the focus stays in the text', async () => {
  const app = await openChat(go)
  await composer().click()
  await userEvent.keyboard('/')
  const list = page.getByRole('listbox')
  await expect.element(list).toBeVisible()
  await expect.element(list.getByRole('option', { selected: true })).toMatchTextContent(/\/tools/)
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(list.getByRole('option', { selected: true })).toMatchTextContent(/\/new/)
  const active = composer().element().getAttribute('aria-activedescendant') ?? ''
  expect(document.getElementById(active)?.getAttribute('aria-selected')).toBe('true')
  await expect.element(composer()).toHaveFocus()
  await userEvent.keyboard('mo')
  await expect.element(list.getByRole('option')).toMatchTextContent(/\/mode/)
  await userEvent.keyboard('{Tab}')
  await expect.element(composer()).toHaveValue('/mode ')
  await userEvent.keyboard('plan{Enter}')
  await expect.poll(() => sent(app, 'mode_set')).toMatchObject([{ permission_mode: 'plan' }])
  expect(sent(app, 'turn_start')).toEqual([])
})

test('slash: Escape closes the list and keeps the text; a path is no command', async () => {
  const app = await openChat(go)
  await composer().click()
  await userEvent.keyboard('/st')
  await expect.element(page.getByRole('listbox')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await expect.element(composer()).toHaveValue('/st')
  await composer().fill('/etc/hosts is wrong')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent(app, 'turn_start')).toMatchObject([{ text: '/etc/hosts is wrong' }])
})

test('mentions: names of files are found, taken by Tab, and stand in the middle of a text', async () => {
  await openChat({
    ...go,
    api: {
      '/api/files': {
        names: [
          { path: 'scripts/release.ts', kind: 'file' },
          { path: 'scripts/', kind: 'folder' },
        ],
        more: false,
      },
    },
  })
  await composer().click()
  await userEvent.keyboard('look at @scr')
  const list = page.getByRole('listbox', { name: 'Files' })
  await expect.element(list.getByRole('option', { name: 'scripts/release.ts' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Tab}')
  await expect.element(composer()).toHaveValue('look at @scripts/release.ts ')
  await userEvent.keyboard('first')
  await expect.element(composer()).toHaveValue('look at @scripts/release.ts first')
  await expect.element(composer()).toHaveFocus()
})

test('Ctrl+. stops the turn from within the text', async () => {
  const app = await openChat({ thread: { messages: [aMessage('go')], turn: aTurn('running') } })
  await composer().click()
  await expect.element(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await userEvent.keyboard('{Control>}.{/Control}')
  await expect.poll(() => sent(app, 'turn_stop').length).toBe(1)
})

test('the arrow up in an empty field brings back what was said last', async () => {
  await openChat(go)
  await composer().click()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(composer()).toHaveValue('go')
})
