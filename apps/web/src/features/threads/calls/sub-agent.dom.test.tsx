/** @module-tag slow */
import { act, fireEvent, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { scriptedApp } from '../../../testing/scripted-app.tsx'
import { aCall, aMessage, aTurn, became, callId, turnA } from '../../../testing/views.ts'
import { texts } from './texts.ts'

const outer = aCall('outer', { state: 'running', tool: 'run_subtask', title: 'Read the scripts' })
const inner = aCall('inner', {
  state: 'running',
  tool: 'run_subtask',
  title: 'Only the first',
  parent_id: outer.id,
  depth: 1,
})

const row = (name: string) => document.querySelector(`[data-call="${callId(name)}"]`)
const words = (name: string) =>
  row(name)?.querySelector(':scope > div > div > [data-live-words]')?.textContent

test('what sub-agents say is seen while they say it, each at its own line, and goes when its result is there', async () => {
  await import('../ThreadPage.tsx')
  const app = await scriptedApp({
    thread: { messages: [aMessage('go')], calls: [outer, inner], turn: aTurn('running') },
  })
  render(app.page)
  await vi.waitFor(() => expect(row('outer')).not.toBeNull())
  const speak = (parent_id: typeof outer.id, depth: number, text: string) =>
    app.event({ type: 'chunk', turn_id: turnA, kind: 'text', text, parent_id, depth })
  act(() => speak(outer.id, 1, 'I split this in two.'))
  await vi.waitFor(() => expect(words('outer')).toBe('I split this in two.'))
  const line = row('outer')?.querySelector('[data-line]')
  act(() => {
    if (line) fireEvent.click(line)
  })
  act(() => speak(inner.id, 2, 'The first says <b>hello</b>.'))
  await vi.waitFor(() => expect(words('inner')).toBe('The first says <b>hello</b>.'))
  expect(words('outer')).toBe('I split this in two.')
  const done = became(inner, { state: 'succeeded', preview: 'One script.' })
  act(() => app.event({ type: 'tool_call_update', call: done }))
  await vi.waitFor(() => expect(words('inner')).toBeUndefined())
  expect(document.body.textContent).not.toContain(texts.notKept)
  app.stop()
})

test('after a reload the rows are nested as before: titles, durations, previews of 500 characters, and what is not kept', async () => {
  await import('../ThreadPage.tsx')
  const took = { started_at: 1000, ended_at: 3500, signature: { via: 'mode', by: 'default', at: 1 } } as const
  const found = aCall('found', {
    ...took,
    state: 'succeeded',
    tool: 'run_subtask',
    title: 'Read the scripts',
    preview: 'Two scripts.',
  })
  const read = aCall('read', {
    ...took,
    state: 'succeeded',
    parent_id: found.id,
    depth: 1,
    preview: 'x'.repeat(500),
    result_chars: 1200,
  })
  const app = await scriptedApp({
    thread: {
      messages: [aMessage('go'), aMessage('nothing', { role: 'assistant', text: '' })],
      calls: [found, read],
    },
  })
  render(app.page)
  await vi.waitFor(() => expect(row('found')?.textContent).toContain('Read the scripts'))
  expect(document.querySelector('[data-role="assistant"]')).toBeNull()
  expect(row('found')?.textContent).toContain('1 call')
  const unfold = (name: string) => {
    const line = row(name)?.querySelector('[data-line]')
    act(() => {
      if (line) fireEvent.click(line)
    })
  }
  unfold('found')
  expect(row('found')?.textContent).toContain(texts.notKept)
  // Unfolded details are loaded when they are first rendered.
  await vi.waitFor(() => expect(row('found')?.textContent).toContain('Two scripts.'))
  unfold('read')
  expect(row('read')?.textContent).toContain('2.5 s')
  expect(row('read')?.querySelector('[data-result]')?.textContent).toBe('x'.repeat(500))
  expect(row('read')?.textContent).toContain('preview')
  app.stop()
})
