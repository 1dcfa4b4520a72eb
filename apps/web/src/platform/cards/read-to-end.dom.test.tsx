import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ClockContext } from '../../data/context.ts'
import { FEATURES } from '../../features.ts'
import { BODIES } from '../../gallery/card-fixtures.ts'
import { idle } from '../../gallery/CardsPage.tsx'
import { GALLERY_NOW } from '../../gallery/fixtures.ts'
import { FeaturesContext } from '../features-context.ts'
import { ApprovalCard } from './ApprovalCard.tsx'
import type { CardActions } from './card-actions.ts'

/** Nothing can be allowed until its end has been on screen, neither by a press nor by a rule. A denial requires no reading. */

let show: (() => void)[] = []

/** Elements are on screen only when the test says so. */
class SeenOnDemand implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = [0]
  readonly #tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell
  }
  observe(target: Element): void {
    const box = target.getBoundingClientRect()
    const entry: IntersectionObserverEntry = {
      target,
      isIntersecting: true,
      intersectionRatio: 1,
      boundingClientRect: box,
      intersectionRect: box,
      rootBounds: null,
      time: 0,
    }
    show.push(() => this.#tell([entry], this))
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return []
  }
}

/** Body views load lazily; these tests load them up front. */
beforeAll(async () => {
  await Promise.all([import('./DiffBody.tsx'), import('./DiffRows.tsx'), import('./ArgumentsBody.tsx')])
})

beforeEach(() => {
  show = []
  vi.stubGlobal('IntersectionObserver', SeenOnDemand)
  return () => vi.unstubAllGlobals()
})

const view = new Map(BODIES).get('a long new file, outside the workspace')

async function draw(actions: CardActions = idle): Promise<HTMLElement> {
  if (view === undefined) throw new Error('no such card')
  await act(async () => {
    render(
      <ClockContext value={{ now: () => GALLERY_NOW }}>
        <FeaturesContext value={FEATURES}>
          <ApprovalCard view={view} actions={actions} />
        </FeaturesContext>
      </ClockContext>,
    )
  })
  // The body view loads lazily.
  await screen.findByText('Outside the workspace.')
  return screen.getByRole('article')
}

const button = (card: HTMLElement, name: RegExp) =>
  within(card).getByRole<HTMLButtonElement>('button', { name })

describe('a card whose end was not on screen', () => {
  test.each([/^Allow once/, /^Allow for this chat/, /^Always allow/])(
    'takes no press of %s',
    async (name) => {
      const answer = vi.fn<CardActions['answer']>()
      const card = await draw({ ...idle, answer })
      expect(button(card, name).disabled).toBe(true)
      fireEvent.click(button(card, name), { detail: 0 })
      expect(answer).not.toHaveBeenCalled()
      await act(async () => show.forEach((seen) => seen()))
      expect(button(card, name).disabled).toBe(false)
    },
  )

  test('takes a no', async () => {
    const answer = vi.fn<CardActions['answer']>()
    const card = await draw({ ...idle, answer })
    fireEvent.click(button(card, /^Deny/), { detail: 0 })
    expect(answer.mock.calls.map(([given]) => given.decision)).toEqual(['deny'])
  })

  test('says what “Allow for this chat” covers before it can be pressed', async () => {
    const card = await draw()
    expect(card.textContent).toContain('“Allow for this chat” covers all writes and edits in this chat.')
  })
})
