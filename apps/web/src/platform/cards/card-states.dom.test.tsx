import { act, render, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ClockContext } from '../../data/context.ts'
import { STATES } from '../../gallery/card-fixtures.ts'
import { FEATURES } from '../../features.ts'
import { FeaturesContext } from '../../platform/features-context.ts'
import { idle } from '../../gallery/CardsPage.tsx'
import { GALLERY_NOW } from '../../gallery/fixtures.ts'
import { unsaid } from '../../testing/words.ts'
import { ApprovalCard } from './ApprovalCard.tsx'

/** Every state of a card before it is settled: its words, their roles, and its enabled buttons. */

const OBJECT = 'npm run build && npm publish --dry-run | tee publish.log'
const ANSWERS = [
  `Allow once: ${OBJECT}`,
  `Allow for this chat: ${OBJECT}`,
  `Always allow…: ${OBJECT}`,
  'Allow more…',
  `Note: ${OBJECT}`,
  `Deny: ${OBJECT}`,
]

interface Expected {
  readonly says?: readonly string[]
  readonly never?: readonly string[]
  /** Announced to a screen reader when it appears. */
  readonly status?: string
  readonly buttons: readonly string[]
}

const EXPECTED: Readonly<Record<string, Expected>> = {
  pending: { says: ['4:17 left'], never: ['Keep waiting', 'under a minute left'], buttons: ANSWERS },
  'pending, last minute': {
    says: ['under a minute left'],
    never: ['0:41 left'],
    buttons: [...ANSWERS, 'Keep waiting'],
  },
  'pending, waits for ever': { never: ['left'], buttons: ANSWERS },
  'pending, in another place': {
    says: ['in ~/code/site · chat: tidy the release'],
    buttons: ANSWERS,
  },
  sending: { status: 'Sending: allow once…', never: ['Allow once', 'countersigned'], buttons: [] },
  'sending for long': { status: 'Sending: allow once…', buttons: ['Press again'] },
  held: {
    status: 'Held: allow once. It is sent when the connection is back.',
    never: ['countersigned'],
    buttons: ['Take it back'],
  },
  'held for a moment': { status: 'Sent in a moment: allow once.', buttons: ['Take it back'] },
  'refused by the server': { status: 'Not accepted: the rule cannot be read.', buttons: ANSWERS },
  'too late': { status: 'Already answered.', never: ['countersigned'], buttons: ANSWERS },
  'held answer dropped': {
    status: 'The held answer was dropped: the question expired before the connection was back.',
    buttons: ANSWERS,
  },
}

test('every state of the gallery is looked at', () => {
  expect(STATES.map(([name]) => name)).toEqual(Object.keys(EXPECTED))
})

describe.each(STATES)('%s', (name, view) => {
  const { says = [], never = [], status, buttons } = EXPECTED[name] ?? { buttons: [] }

  test('is said in words, in its role, with what can be pressed', async () => {
    await act(async () => {
      render(
        <ClockContext value={{ now: () => GALLERY_NOW }}>
          <FeaturesContext value={FEATURES}>
            <ApprovalCard view={view} actions={idle} />
          </FeaturesContext>
        </ClockContext>,
      )
    })
    const card = screen.getByRole('article', { name: 'Run a command' })
    expect(unsaid(card, says)).toEqual([])
    expect(unsaid(card, never)).toEqual(never)
    expect(
      within(card)
        .queryAllByRole('status')
        .map((line) => line.textContent),
    ).toEqual(status === undefined ? [] : [status])
    expect(
      within(card)
        .queryAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent),
    ).toEqual(buttons)
  })
})
