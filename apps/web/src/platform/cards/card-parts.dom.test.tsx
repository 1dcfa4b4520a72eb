import type { CallView } from '@countersign/protocol'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ClockContext } from '../../data/context.ts'
import type { Answer, GivenAnswer } from '../../data/view.ts'
import { FEATURES } from '../../features.ts'
import { editInParts } from '../../gallery/edit-in-parts.ts'
import { idle } from '../../gallery/CardsPage.tsx'
import { aCard, decided, GALLERY_NOW } from '../../gallery/fixtures.ts'
import { FeaturesContext } from '../features-context.ts'
import { ApprovalCard } from './ApprovalCard.tsx'
import type { CardActions } from './card-actions.ts'
import type { CardView } from './card-view.ts'

/** A yes may name parts of a change, but never more than was shown. Answers that apply to later calls cover the whole change. */

const [one = '', two = '', three = ''] = (editInParts.parts ?? []).map(({ id }) => id)
const HASH = editInParts.hash
const object = 'src/money.ts'

/** Body views load lazily; these tests load them up front. */
beforeAll(async () => {
  await Promise.all([
    import('./DiffBody.tsx'),
    import('./DiffRows.tsx'),
    import('./PartsChoice.tsx'),
    import('./RuleEditor.tsx'),
  ])
})

function page(view: CardView, actions: CardActions) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <ClockContext value={{ now: () => GALLERY_NOW }}>
        <FeaturesContext value={FEATURES}>
          <ApprovalCard view={view} actions={actions} />
        </FeaturesContext>
      </ClockContext>
    </QueryClientProvider>
  )
}

async function draw(view: CardView = aCard(editInParts)) {
  const answer = vi.fn<CardActions['answer']>()
  await act(async () => {
    render(page(view, { ...idle, answer }))
  })
  const card = screen.getByRole('article')
  await within(card).findByText(/centsOf/)
  return {
    card,
    answers: () => answer.mock.calls.map(([given]) => given),
    tick: (number: number) =>
      fireEvent.click(within(card).getByRole('checkbox', { name: new RegExp(`^Part ${number},`) })),
    button: (name: string) =>
      within(card).getByRole<HTMLButtonElement>('button', { name: `${name}: ${object}` }),
    key: (key: string) => fireEvent.keyDown(card, { key, code: `Key${key.toUpperCase()}` }),
  }
}

const press = (button: HTMLElement) => fireEvent.click(button, { detail: 0 })

describe('a change in three places', () => {
  test('is allowed as it stands where nothing is left out', async () => {
    const { button, answers, card } = await draw()
    expect(within(card).getByRole('group', { name: 'Parts of this change' })).toBeTruthy()
    press(button('Allow once'))
    expect(answers()).toEqual([{ decision: 'allow_once', hash: HASH }])
  })

  test('sends the ticked parts with the yes, with a note, and none with a no', async () => {
    const { button, answers, tick, card } = await draw()
    tick(2)
    expect(answers()).toEqual([])
    expect(within(card).queryByRole('button', { name: `Allow once: ${object}` })).toBeNull()
    expect(button('Allow 2 of 3').textContent).toContain('Allow 2 of 3')
    press(button('Note'))
    fireEvent.change(within(card).getByRole('textbox'), { target: { value: 'keep the old one' } })
    press(button('Allow 2 of 3'))
    press(button('Deny'))
    expect(answers()).toEqual([
      { decision: 'allow_once', hash: HASH, feedback: 'keep the old one', parts: [one, three] },
      { decision: 'deny', hash: HASH, feedback: 'keep the old one' },
    ])
  })

  test('is not allowed with no part at all', async () => {
    const { button, answers, tick, card } = await draw()
    for (const number of [1, 2, 3]) tick(number)
    expect(button('Allow 0 of 3').disabled).toBe(true)
    press(button('Allow 0 of 3'))
    expect(answers()).toEqual([])
    expect(within(card).getByText('No part is ticked: deny it instead.')).toBeTruthy()
    expect(button('Deny').disabled).toBe(false)
    tick(3)
    press(button('Allow 1 of 3'))
    expect(answers()).toEqual([{ decision: 'allow_once', hash: HASH, parts: [three] }])
  })

  test('gives no rule for a part of it, and says so', async () => {
    const { button, answers, tick, card } = await draw()
    tick(1)
    for (const name of ['Allow for this chat', 'Always allow…']) {
      expect(button(name).disabled).toBe(true)
      press(button(name))
    }
    expect(within(card).getByText('A rule covers the whole change: tick all parts first.')).toBeTruthy()
    expect(within(card).queryByText(/“Allow for this chat” covers/)).toBeNull()
    press(within(card).getByRole('button', { name: 'Allow more…' }))
    expect(button('Allow for this chat').disabled).toBe(true)
    expect(answers()).toEqual([])
    tick(1)
    press(button('Allow for this chat'))
    expect(answers()).toEqual([{ decision: 'allow_chat', hash: HASH, rule: 'files.edit' }])
  })

  test('closes a rule that was being written when a part is left out', async () => {
    const { button, answers, tick, card } = await draw()
    await act(async () => press(button('Always allow…')))
    expect(within(card).queryByRole('button', { name: `Deny: ${object}` })).toBeNull()
    tick(1)
    expect(button('Allow 2 of 3').disabled).toBe(false)
    expect(answers()).toEqual([])
  })

  test('takes ticks by the keyboard without answering: letters on a tick are no answer', async () => {
    const { card, answers } = await draw()
    const tick = within(card).getByRole('checkbox', { name: /^Part 1,/ })
    tick.focus()
    for (const key of ['a', 'd', 'c', 'r']) fireEvent.keyDown(tick, { key, code: `Key${key.toUpperCase()}` })
    expect(answers()).toEqual([])
  })

  test('that always asks is answered as a whole', async () => {
    const locked = { ...editInParts, decision: decided('Always asks.', { locked: 'breaker' }) }
    const { card } = await draw(aCard(locked))
    expect(within(card).queryByRole('checkbox')).toBeNull()
  })
})

const answer: Answer = { decision: 'allow_once', hash: HASH, parts: [one, two] }
const held: GivenAnswer = { state: 'held', answer, at: GALLERY_NOW, sent: false, until: null }

test.each<[GivenAnswer, string]>([
  [{ state: 'sending', answer, request: 'r', at: GALLERY_NOW }, 'Sending: allow 2 of 3 parts…'],
  [held, 'Held: allow 2 of 3 parts. It is sent when the connection is back.'],
  [{ ...held, until: GALLERY_NOW + 3000 }, 'Sent in a moment: allow 2 of 3 parts.'],
])('an answer that was given says how many parts, and its ticks rest: %o', async (given, words) => {
  const { card } = await draw(aCard(editInParts, { given }))
  expect(within(card).getByText(words)).toBeTruthy()
  const ticks = within(card).getAllByRole<HTMLInputElement>('checkbox')
  expect(ticks.map(({ checked }) => checked)).toEqual([true, true, false])
  expect(
    within(card).getByRole<HTMLFieldSetElement>('group', { name: 'Parts of this change' }).disabled,
  ).toBe(true)
})

test('of a shortened change the parts come with the whole of it', async () => {
  const browserFetch = window.fetch
  const whole: CallView = editInParts
  window.fetch = () => Promise.resolve(new Response(JSON.stringify({ call: whole }), { status: 200 }))
  try {
    const { parts: _parts, ...rest } = editInParts
    const { body } = rest
    if (body.kind !== 'write') throw new Error('a change')
    const short = {
      ...rest,
      body: { ...body, before: null, after: '// centsOf' },
      shortened: [{ at: 'body.after', bytes: 2_000_000 }],
    }
    const { card, button, tick, answers } = await draw(aCard(short))
    expect(within(card).queryByRole('checkbox')).toBeNull()
    expect(button('Allow once').disabled).toBe(true)
    await act(async () => press(within(card).getByRole('button', { name: /Show all$/ })))
    expect(await within(card).findAllByRole('checkbox')).toHaveLength(3)
    tick(3)
    press(button('Allow 2 of 3'))
    expect(answers()).toEqual([{ decision: 'allow_once', hash: HASH, parts: [one, two] }])
  } finally {
    window.fetch = browserFetch
  }
})
