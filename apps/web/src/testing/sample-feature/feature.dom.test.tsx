import type { FeatureBody } from '@countersign/protocol'
import { act, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FEATURES } from '../../features.ts'
import { withAttachments } from '../../features/threads/composer/attachments.ts'
import { scriptedApp } from '../scripted-app.tsx'
import type { ScriptedApp, ScriptedState } from '../scripted-app.tsx'
import { aCall, aMessage, callId, threadA } from '../views.ts'
import { notes } from './feature.ts'
import { addNote, clearNotes, readNotes } from './notes.ts'

/** A feature that one line adds, and every extension point that it uses. */

// Pages are loaded when they are opened, while other tests run.
configure({ asyncUtilTimeout: 30_000 })

let open: ScriptedApp | null = null

afterEach(() => {
  open?.stop()
  open = null
  clearNotes()
  window.localStorage.removeItem('notes.first')
})

async function openPage(state: ScriptedState = {}): Promise<ScriptedApp> {
  open = await scriptedApp({
    features: [...FEATURES, notes],
    thread: { messages: [aMessage('go')] },
    ...state,
  })
  render(open.page)
  await screen.findByRole('textbox', { name: 'Message' })
  return open
}

test('its page stands in the bar, and shows its notes', async () => {
  await openPage()
  addNote('buy milk')
  fireEvent.click(await screen.findByRole('link', { name: 'Notes' }))
  expect(await screen.findByRole('heading', { name: 'Notes' })).toBeTruthy()
  expect((await screen.findByRole('listitem')).textContent).toBe('buy milk')
})

test('its slice keeps what its topic says while the page follows it', async () => {
  const app = await openPage()
  fireEvent.click(await screen.findByRole('link', { name: 'Notes' }))
  await screen.findByRole('heading', { name: 'Notes' })
  const topic = 'notes:usr_ada'
  const follows = app.heard.filter((command) => command.type === 'follow' && command.topic === topic)
  expect(follows).toMatchObject([{ after_seq: 0 }])
  act(() => {
    app.say({ type: 'topic_event', topic, seq: 1, event: { added: 'from the server' } })
    app.say({ type: 'topic_event', topic, seq: 2, event: 'of a later version' })
  })
  expect((await screen.findByRole('listitem')).textContent).toBe('from the server')
})

test('its section stands in the settings, asks a route, and acts', async () => {
  await openPage({ api: { '/api/notes': { notes: [{ id: 1, text: 'buy bread' }], tidied_for: null } } })
  addNote('buy milk')
  fireEvent.click(await screen.findByRole('link', { name: 'Settings' }))
  const settings = await screen.findByRole('navigation', { name: 'Settings' })
  const [section] = within(settings).getAllByRole('link', { name: 'Notes' })
  fireEvent.click(section ?? settings)
  expect(await screen.findByText('The server keeps 1.')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Remove the notes of this page' }))
  expect(readNotes()).toEqual([])
})

test('its command runs by its key and from the palette, and its key is listed and can be changed', async () => {
  await openPage()
  fireEvent.keyDown(window, { key: 'E', ctrlKey: true, shiftKey: true })
  expect(readNotes()).toHaveLength(1)
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'note the time' } })
  const entry = screen.getByRole('option', { name: /Note the time/ })
  expect(entry.textContent).toContain('Ctrl+Shift+E')
  fireEvent.click(entry)
  await expect.poll(() => readNotes(), { timeout: 30_000 }).toHaveLength(2)
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true })
  expect((await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).textContent).toContain(
    'note the time',
  )
  fireEvent.click(screen.getByRole('link', { name: 'Change shortcuts' }))
  expect(await screen.findByRole('button', { name: /note the time/ })).toBeTruthy()
})

test('its pane stands alone, and the palette leads there', async () => {
  await openPage()
  addNote('buy milk')
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'all notes' } })
  fireEvent.click(screen.getByRole('option', { name: /All notes/ }))
  const pane = await screen.findByRole('region', { name: 'All notes' })
  expect((await within(pane).findByRole('listitem')).textContent).toBe('buy milk')
})

test('its tool is offered when the line opens, run when the server says so, and never answered after a stop', async () => {
  const app = await openPage()
  addNote('buy milk')
  const manifest = app.heard.find(({ type }) => type === 'manifest')
  const offered = manifest?.type === 'manifest' ? manifest.tools.map(({ name }) => name) : []
  expect(offered.filter((name) => name.startsWith('notes.'))).toEqual(['notes.read'])
  const run = (name: string, tool: string): void =>
    app.say({ type: 'tool_run', tool_call_id: callId(name), thread_id: threadA, name: tool, args: {} })
  run('read', 'notes.read')
  run('gone', 'notes.gone')
  run('stopped', 'notes.read')
  app.say({ type: 'tool_run_cancelled', tool_call_id: callId('stopped') })
  const results = () => app.heard.filter(({ type }) => type === 'tool_run_result')
  await expect.poll(results, { timeout: 30_000 }).toHaveLength(2)
  expect(results()).toContainEqual(
    expect.objectContaining({ tool_call_id: callId('read'), ok: true, text: 'buy milk' }),
  )
  expect(results()).toContainEqual(
    expect.objectContaining({
      tool_call_id: callId('gone'),
      ok: false,
      text: 'this page has no `notes.gone`',
    }),
  )
})

function body(kind: FeatureBody['kind'], data: Readonly<Record<string, string>>): FeatureBody {
  return { kind, entries: Object.entries(data).map(([name, value]) => ({ name, value })), data }
}

test('its card bodies are drawn by it, and those of a kind that nobody knows as arguments', async () => {
  const app = await openPage()
  const note = aCall('note', { title: 'Add a note', body: body('notes.note', { text: 'buy milk' }) })
  const other = aCall('other', { title: 'Add an errand', body: body('errands.errand', { due: 'tomorrow' }) })
  act(() => {
    app.ask(note)
    app.ask(other)
  })
  const drawn = await screen.findByRole('article', { name: 'Add a note' })
  expect(drawn.querySelector('blockquote')?.textContent).toBe('Keep this: buy milk')
  const table = await screen.findByRole('article', { name: 'Add an errand' })
  expect(within(table).getByText('due')).toBeTruthy()
  expect(within(table).getByText('tomorrow')).toBeTruthy()
})

test('its notes stand in the palette, and their number on every page', async () => {
  await openPage()
  act(() => addNote('buy milk'))
  expect((await screen.findByLabelText('Number of notes')).textContent).toBe('1')
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'buy milk' } })
  fireEvent.click(screen.getByRole('option', { name: /buy milk/ }))
  expect(await screen.findByRole('heading', { name: 'Notes' })).toBeTruthy()
})

test('it stands above a thread, at a file, and draws its words in an answer', async () => {
  const file = withAttachments('Read this.', [{ kind: 'text', name: 'list.md', text: 'buy bread' }])
  await openPage({
    thread: {
      messages: [
        aMessage('file', { text: file }),
        aMessage('answer', { role: 'assistant', text: 'As note #1 says.' }),
      ],
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Note list.md' }))
  await expect.poll(readNotes).toEqual(['buy bread'])
  expect((await screen.findByText('buy bread', { selector: 'mark *, mark' })).textContent).toBe('buy bread')
  expect(await screen.findByText('Its notes are those of this page.')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Note the title' }))
  expect(readNotes()).toHaveLength(2)
})

test('it stands at the composer, and its names follow an @', async () => {
  await openPage({ api: { '/api/files': { names: [], more: false } } })
  act(() => addNote('milk'))
  fireEvent.click(await screen.findByRole('button', { name: 'Put the last note in' }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  expect(field.value).toContain('milk')
  fireEvent.click(screen.getByRole('button', { name: 'Ask for a picture' }))
  expect(await screen.findByText(/^A picture of “milk/)).toBeTruthy()
  fireEvent.change(field, { target: { value: '@mi' } })
  expect(await screen.findByRole('option', { name: /milk/ })).toBeTruthy()
})

test('it can be the page with which the product begins', async () => {
  window.localStorage.setItem('notes.first', 'yes')
  open = await scriptedApp({ features: [notes, ...FEATURES] })
  window.history.replaceState(null, '', '/')
  render(open.page)
  expect(await screen.findByRole('heading', { name: 'Notes' })).toBeTruthy()
})
