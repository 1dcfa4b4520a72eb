import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { composer, openThread } from '../../../testing/browser-page.ts'
import { aMessage, aTurn } from '../../../testing/views.ts'

/** The menus of the composer by keyboard only, in a real browser. */

const go = { thread: { messages: [aMessage('go')] } }
const sent = (app: Awaited<ReturnType<typeof openThread>>, type: string) =>
  app.heard.filter((command) => command.type === type)

test('mode: the keys open it at the mode that holds, arrows choose, and the choice is asked of the server', async () => {
  const app = await openThread(go)
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
  // Nothing is shown as chosen before the server confirms it.
  await expect.element(page.getByRole('button', { name: 'Mode: Ask' })).toBeVisible()
})

test('mode: Escape closes it, gives the focus back and changes nothing', async () => {
  const app = await openThread(go)
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
  const app = await openThread({
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

test('model: found by typing, with the demo model named as one and what is known of each', async () => {
  const app = await openThread(go)
  page.getByRole('button', { name: 'Model: Demo model' }).element().focus()
  await userEvent.keyboard('{Enter}')
  const field = page.getByRole('combobox', { name: 'Find a model' })
  await expect.element(field).toHaveFocus()
  await expect.element(page.getByRole('option', { name: /small/ })).toMatchTextContent(/price not known/)
  await expect
    .element(page.getByRole('option', { name: /Demo model/ }))
    .toMatchTextContent(/follows a script/)
  await userEvent.keyboard('nothing like it')
  await expect.element(page.getByText('No matching model.')).toBeVisible()
  await field.fill('olla')
  await expect.element(page.getByRole('option')).toMatchTextContent(/small/)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent(app, 'model_set')).toMatchObject([{ model: 'ollama/small' }])
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
})

test('effort: offered for a model that reasons, and asked of the server with the model', async () => {
  const reasoning = {
    id: 'demo',
    name: 'Thinker',
    provider: 'anthropic',
    demo: false,
    capabilities: { tools: true, parallel_calls: true, images: true, reasoning: true },
    context_window: 200_000,
    price: { input: 3, output: 15 },
  }
  const app = await openThread({ ...go, me: { models: [reasoning] } })
  const menu = page.getByRole('button', { name: 'Reasoning effort: Default' })
  menu.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitemradio', { name: 'High' })).toBeVisible()
  await page.getByRole('menuitemradio', { name: 'High' }).click()
  await expect.poll(() => sent(app, 'model_set')).toMatchObject([{ model: 'demo', effort: 'high' }])
})

test('files are taken wherever they fall on the chat, into a drawn zone; a pasted picture goes along', async () => {
  await openThread(go)
  const log = page.getByRole('log').element()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['one'], 'notes.txt', { type: 'text/plain' }))
  const drag = (type: string) =>
    log.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  drag('dragover')
  await expect.element(page.getByText('Drop text files and pictures to attach them')).toBeVisible()
  drag('dragleave')
  await expect.element(page.getByText('Drop text files and pictures to attach them')).not.toBeInTheDocument()
  drag('dragover')
  drag('drop')
  await expect.element(page.getByRole('list', { name: 'Attached files' })).toMatchTextContent(/notes\.txt/)
  await expect.element(page.getByText('Drop text files and pictures to attach them')).not.toBeInTheDocument()
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File(['two'], 'pasted.txt', { type: 'text/plain' }))
  composer()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(page.getByRole('list', { name: 'Attached files' })).toMatchTextContent(/pasted\.txt/)
})

test('slash: it opens as it is typed, arrows go round, the focus stays in the text', async () => {
  const app = await openThread(go)
  await composer().click()
  await userEvent.keyboard('/')
  const list = page.getByRole('listbox')
  await expect.element(list).toBeVisible()
  await expect.element(list.getByRole('option', { selected: true })).toMatchTextContent(/\/tools/)
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(list.getByRole('option', { selected: true })).toMatchTextContent(/\/help/)
  const active = composer().element().getAttribute('aria-activedescendant') ?? ''
  expect(document.getElementById(active)?.getAttribute('aria-selected')).toBe('true')
  await expect.element(composer()).toHaveFocus()
  await userEvent.keyboard('mo')
  await expect
    .element(list.getByRole('option', { selected: true }))
    .toMatchTextContent(/\/mode.*Plan, Strict, Ask, Accept edits, Auto/)
  await userEvent.keyboard('{Tab}')
  await expect.element(composer()).toHaveValue('/mode ')
  await userEvent.keyboard('accept edits{Enter}')
  await expect.poll(() => sent(app, 'mode_set')).toMatchObject([{ permission_mode: 'acceptEdits' }])
  expect(sent(app, 'turn_start')).toEqual([])
})

test('slash: Escape closes the list and keeps the text; a path is no command', async () => {
  const app = await openThread(go)
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
  await openThread({
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
  const app = await openThread({ thread: { messages: [aMessage('go')], turn: aTurn('running') } })
  await composer().click()
  await expect.element(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await userEvent.keyboard('{Control>}.{/Control}')
  await expect.poll(() => sent(app, 'turn_stop').length).toBe(1)
})

test('the arrow up in an empty field brings back what was said last', async () => {
  await openThread(go)
  await composer().click()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(composer()).toHaveValue('go')
})
