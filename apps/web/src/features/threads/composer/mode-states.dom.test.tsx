/** @module-tag slow */
import type { ClientCommand, ServerMessage } from '@countersign/protocol'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/scripted-app.tsx'
import type { ScriptedApp, ScriptedState } from '../../../testing/scripted-app.tsx'
import { aMessage, aThread } from '../../../testing/views.ts'
import { texts } from './texts.ts'

/** The permission mode selector in each of its states. */

let app: ScriptedApp | null = null
beforeEach(async () => {
  await Promise.all([import('../ThreadPage.tsx'), import('../../../ui/OpenedMenu.tsx')])
})
afterEach(() => app?.stop())

async function open(state: ScriptedState = {}): Promise<ScriptedApp> {
  app = await scriptedApp({ ...state, thread: { messages: [aMessage('go')] } })
  render(app.page)
  return app
}

const selector = async () => screen.findByRole('button', { name: /^Mode: / })

async function choose(mode: RegExp): Promise<void> {
  fireEvent.click(await selector())
  fireEvent.click(await screen.findByRole('menuitemradio', { name: mode }))
}

const asked = ({ heard }: ScriptedApp) => heard.filter(({ type }) => type === 'mode_set')

/** Replies to everything except the mode change, which the test answers itself. */
const holdBack = (command: ClientCommand): ServerMessage | null =>
  command.type === 'mode_set' ? null : { type: 'ok', request_id: command.request_id }

test('loading: no mode is shown before the chat is known', async () => {
  await open()
  expect(screen.queryByRole('button', { name: /^Mode: / })).toBeNull()
  expect((await selector()).getAttribute('aria-label')).toBe('Mode: Ask')
})

test('saving: the old mode stays, the new one is named, and nothing else can be chosen until the server answers', async () => {
  const page = await open({ answer: holdBack })
  await choose(/^Plan/)
  const button = await screen.findByRole('button', { name: 'Mode: Ask, changing to Plan' })
  expect(button.textContent).toContain('Ask')
  fireEvent.click(button)
  for (const item of await screen.findAllByRole('menuitemradio'))
    expect(item.getAttribute('aria-disabled')).toBe('true')
  const [command] = asked(page)
  act(() => {
    page.event({ type: 'thread_updated', thread: aThread({ permission_mode: 'plan' }) })
    page.say({ type: 'ok', request_id: command?.request_id ?? '' })
  })
  expect(await screen.findByRole('button', { name: 'Mode: Plan' })).toBeTruthy()
  expect(screen.queryByText(texts.modeElsewhere('Plan'))).toBeNull()
})

test('failed: the mode is as before, and the page says why', async () => {
  await open({
    answer: ({ type, request_id }) =>
      type === 'mode_set'
        ? { type: 'error', request_id, error: { code: 'mode_forbidden', message: 'not here' } }
        : { type: 'ok', request_id },
  })
  await choose(/^Auto/)
  expect(await screen.findByText(/^The mode was not changed: /)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mode: Ask' })).toBeTruthy()
})

test('read-only: without a line nothing can be chosen, and the menu says so', async () => {
  const page = await open()
  await selector()
  act(() => page.stop())
  fireEvent.click(await selector())
  expect(await screen.findByText(texts.modeReadOnly)).toBeTruthy()
  for (const item of screen.getAllByRole('menuitemradio'))
    expect(item.getAttribute('aria-disabled')).toBe('true')
  expect(asked(page)).toEqual([])
})

test('changed in another tab: the selector follows and says so, until the person goes on', async () => {
  const page = await open()
  await selector()
  act(() => page.event({ type: 'thread_updated', thread: aThread({ permission_mode: 'auto' }) }))
  expect(await screen.findByRole('button', { name: 'Mode: Auto' })).toBeTruthy()
  expect(screen.getByText(texts.modeElsewhere('Auto'))).toBeTruthy()
  await choose(/^Strict/)
  expect(screen.queryByText(texts.modeElsewhere('Auto'))).toBeNull()
})

test('the four selectors of before are gone: a composer has a mode, a model, files and send, and a message names no tools', async () => {
  const page = await open()
  const form = (await selector()).closest('form')
  if (form === null) throw new Error('no composer')
  // The media buttons load after the first view.
  await within(form).findByRole('button', { name: 'Dictate' })
  const buttons = within(form).getAllByRole('button')
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Mode: Ask',
    expect.stringMatching(/^Model: |Demo/),
    texts.attach,
    'Ask for an answer, a picture or speech: Answer',
    'Dictate',
    texts.send,
  ])
  fireEvent.change(within(form).getByRole('textbox'), { target: { value: 'hello' } })
  fireEvent.submit(form)
  await act(async () => {})
  const said = page.heard.find(({ type }) => type === 'turn_start')
  expect(Object.keys(said ?? {})).toEqual(expect.arrayContaining(['text', 'permission_mode']))
  for (const removed of ['tools', 'collections', 'agent_mode', 'agent_planner'])
    expect(said).not.toHaveProperty(removed)
  const files = readdirSync(join(import.meta.dirname, '../../..'), { recursive: true }).map(String)
  const names = /(Node|Workflow)?ToolsSelector|CollectionsSelector|AgentModeSelector/
  expect(files.filter((file) => names.test(file))).toEqual([])
})
