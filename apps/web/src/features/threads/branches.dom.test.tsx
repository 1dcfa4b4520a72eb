/** @module-tag slow */
import { TurnId } from '@countersign/protocol'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { scriptedApp } from '../../testing/scripted-app.tsx'
import type { ScriptedState } from '../../testing/scripted-app.tsx'
import { aMessage, aTurn } from '../../testing/views.ts'
import { texts } from './message-texts.ts'

const first = { ...aTurn('done'), parent_id: null }
const second = { ...aTurn('done', TurnId.parse('trn_b')), parent_id: null }

/** A chat whose message was sent twice; the second branch is the current one. */
async function branchedChat(thread: ScriptedState['thread'] = {}) {
  await import('./ThreadPage.tsx')
  const app = await scriptedApp({
    thread: {
      messages: [
        aMessage('second', { text: 'tidy well', turn_id: second.id, created_at: 3 }),
        aMessage('answer', { text: 'well done', turn_id: second.id, created_at: 4, role: 'assistant' }),
      ],
      left: {
        messages: [
          aMessage('tidy', { turn_id: first.id, created_at: 1 }),
          aMessage('done', { turn_id: first.id, created_at: 2, role: 'assistant' }),
        ],
        calls: [],
      },
      leaf: second.id,
      turn: second,
      ended: [first, second],
      ...thread,
    },
  })
  render(app.page)
  await screen.findByText('tidy well')
  const press = async (name: string) => act(async () => screen.getByRole('button', { name }).click())
  return { app, press }
}

test('a message that was sent again says which branch it is, and the others can be chosen', async () => {
  const { app, press } = await branchedChat()
  expect(screen.getByText(texts.branch(2, 2))).toBeTruthy()
  expect(screen.queryByText('done')).toBeNull()
  await press(texts.previousBranch)
  expect(app.heard.filter(({ type }) => type === 'branch_choose')).toMatchObject([{ turn_id: first.id }])
  // The server is authoritative: nothing changes until it confirms.
  expect(screen.getByText('tidy well')).toBeTruthy()
  act(() => app.event({ type: 'branch_changed', leaf: first.id }))
  expect(await screen.findByText('done')).toBeTruthy()
  expect(screen.queryByText('tidy well')).toBeNull()
  expect(screen.getByText(texts.branch(1, 2))).toBeTruthy()
  app.stop()
})

test('edit and resend, and regenerate, send a branch beside the turn', async () => {
  const { app, press } = await branchedChat()
  await press(texts.editOf('tidy well'))
  const field = await screen.findByRole('textbox', { name: texts.editLabel })
  fireEvent.change(field, { target: { value: 'tidy better' } })
  await act(async () => fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true }))
  expect(screen.queryByRole('textbox', { name: texts.editLabel })).toBeNull()
  await press(texts.regenerate)
  const sent = app.heard.filter(({ type }) => type === 'turn_branch')
  expect(sent).toMatchObject([
    { turn_id: second.id, text: 'tidy better', permission_mode: 'default' },
    { turn_id: second.id },
  ])
  expect(sent[1]).not.toHaveProperty('text')
  app.stop()
})

test('Escape leaves the message as it was', async () => {
  const { app, press } = await branchedChat()
  await press(texts.editOf('tidy well'))
  fireEvent.keyDown(await screen.findByRole('textbox', { name: texts.editLabel }), { key: 'Escape' })
  expect(screen.getByText('tidy well')).toBeTruthy()
  expect(app.heard.some(({ type }) => type === 'turn_branch')).toBe(false)
  app.stop()
})

test('while the agent works, leaving its branch is asked about first', async () => {
  const live = { ...second, state: 'running' as const }
  const { app, press } = await branchedChat({ turn: live, ended: [first] })
  await press(texts.previousBranch)
  await screen.findByText(texts.stopHint)
  expect(app.heard.some(({ type }) => type === 'branch_choose')).toBe(false)
  await press(texts.cancel)
  expect(app.heard.some(({ type }) => type === 'branch_choose')).toBe(false)
  await press(texts.previousBranch)
  await screen.findByText(texts.stopHint)
  await press(texts.stopAndGo)
  expect(app.heard.filter(({ type }) => type === 'branch_choose')).toHaveLength(1)
  app.stop()
})

test('a refusal is said, and what was typed stays', async () => {
  await import('./ThreadPage.tsx')
  const app = await scriptedApp({
    thread: { messages: [aMessage('tidy')], leaf: first.id, turn: first, ended: [first] },
    answer: (command) =>
      command.type === 'turn_branch'
        ? {
            type: 'error',
            request_id: command.request_id,
            error: { code: 'unavailable', message: 'a message is queued' },
          }
        : { type: 'ok', request_id: command.request_id },
  })
  render(app.page)
  const edit = await screen.findByRole('button', { name: texts.editOf('tidy') })
  act(() => edit.click())
  const field = await screen.findByRole('textbox', { name: texts.editLabel })
  fireEvent.change(field, { target: { value: 'tidy better' } })
  await act(async () => screen.getAllByRole('button', { name: texts.send })[0]?.click())
  expect(screen.getByText(texts.refused('a message is queued'))).toBeTruthy()
  expect(screen.getByDisplayValue('tidy better')).toBeTruthy()
  app.stop()
})
