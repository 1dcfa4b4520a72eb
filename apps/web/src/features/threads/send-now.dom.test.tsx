/** @module-tag slow */
import { TurnId } from '@countersign/protocol'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { scriptedApp } from '../../testing/scripted-app.tsx'
import { aMessage, aTurn } from '../../testing/views.ts'
import { texts } from './message-texts.ts'

const waits = aTurn('queued', TurnId.parse('trn_b'))

/** A chat in which text streams while a message is queued. */
async function queuedChat() {
  await import('./ThreadPage.tsx')
  const second = aMessage('look', { turn_id: waits.id, created_at: 2 })
  const app = await scriptedApp({
    thread: {
      messages: [aMessage('tidy'), second],
      turn: aTurn('running'),
      queued: [waits],
      streaming: 'I am writing',
    },
  })
  render(app.page)
  const list = await screen.findByRole('list', { name: texts.queue })
  return { app, list, second }
}

test('a message that is queued stands above the composer while text streams, and can be sent now', async () => {
  const { app, list } = await queuedChat()
  expect(within(list).getByText('look')).toBeTruthy()
  expect(within(list).getByText(texts.queued)).toBeTruthy()
  act(() =>
    within(list)
      .getByRole('button', { name: texts.sendNowOf('look') })
      .click(),
  )
  await act(async () => {})
  expect(app.heard.filter(({ type }) => type === 'turn_now')).toMatchObject([{ turn_id: waits.id }])
  act(() => app.event({ type: 'turn_updated', turn: { ...waits, state: 'running' } }))
  expect(screen.queryByText(texts.queued)).toBeNull()
  app.stop()
})

test('it can be edited where it stands, and taken back: then it is gone', async () => {
  const { app, list, second } = await queuedChat()
  act(() =>
    within(list)
      .getByRole('button', { name: texts.editOf('look') })
      .click(),
  )
  const field = within(list).getByRole('textbox', { name: texts.editLabel })
  fireEvent.change(field, { target: { value: 'look again' } })
  await act(async () => within(list).getByRole('button', { name: texts.save }).click())
  expect(app.heard.filter(({ type }) => type === 'turn_edit')).toMatchObject([
    { turn_id: waits.id, text: 'look again' },
  ])
  act(() => app.event({ type: 'message_added', message: { ...second, text: 'look again' } }))
  expect(within(list).getByText('look again')).toBeTruthy()
  await act(async () =>
    within(list)
      .getByRole('button', { name: texts.takeBackOf('look again') })
      .click(),
  )
  expect(app.heard.filter(({ type }) => type === 'turn_take_back')).toMatchObject([{ turn_id: waits.id }])
  act(() => app.event({ type: 'message_taken_back', turn_id: waits.id }))
  expect(screen.queryByRole('list', { name: texts.queue })).toBeNull()
  app.stop()
})
