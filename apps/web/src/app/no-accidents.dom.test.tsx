/** @module-tag slow */
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ask,
  cardOf,
  closeThread,
  composer,
  decisions,
  focused,
  keyDown,
  keyUp,
  openThread,
  pass,
  press,
  shellCall,
  stepTo,
  stopClock,
} from '../testing/card-page.ts'

/** The rules against accidents (K1 to K9) on the whole page: each at its border. */

const one = shellCall('one')
const two = shellCall('two')

beforeEach(stopClock)
afterEach(closeThread)

describe('K1 arrival', () => {
  test('a card that comes takes no focus and opens nothing', async () => {
    const app = await openThread()
    composer().focus()
    await ask(app, one, two)
    await pass(2000)
    expect(document.activeElement).toBe(composer())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getAllByRole('article')).toHaveLength(2)
  })
})

describe('K2 letters work on the card only', () => {
  test.each(['a', 'd', 'n', 'c', 'r', 'j', 'k'])(
    '%s answers nothing from the page or the composer',
    async (key) => {
      const app = await openThread()
      await ask(app, one)
      await pass(2000)
      await press(key)
      composer().focus()
      await press(key)
      expect(app.answers()).toEqual([])
      expect(screen.queryByRole('textbox', { name: 'Tell the agent' })).toBeNull()
    },
  )

  test.each(['Allow once: npm run one', 'Deny: npm run one'])('nor from the button %s', async (name) => {
    const app = await openThread()
    await ask(app, one)
    await stepTo(one)
    screen.getByRole('button', { name }).focus()
    await pass(1000)
    await press('a')
    await press('d')
    expect(app.answers()).toEqual([])
  })

  test.each([
    ['a', 'allow_once'],
    ['d', 'deny'],
  ])('%s on the card is %s, with the hash of what was seen', async (key, decision) => {
    const app = await openThread()
    await ask(app, one)
    await stepTo(one)
    await press(key)
    expect(app.answers()).toMatchObject([{ decision, tool_call_id: one.id, hash: one.hash }])
  })

  test.each([
    ['n', 'Tell the agent'],
    ['D', 'Tell the agent'],
  ])('%s opens the note, and letters in it are text', async (key, label) => {
    const app = await openThread()
    await ask(app, one)
    await stepTo(one)
    await press(key, { shift: key === 'D' })
    const note = screen.getByRole('textbox', { name: label })
    expect(document.activeElement).toBe(note)
    await press('a')
    await press('d')
    expect(app.answers()).toEqual([])
  })

  test.each(['c', 'r'])('%s opens the rule of a command and answers nothing', async (key) => {
    const app = await openThread()
    await ask(app, one)
    await stepTo(one)
    await press(key)
    await pass(100)
    expect(screen.queryByRole('textbox', { name: 'Rule' })).not.toBeNull()
    expect(app.answers()).toEqual([])
  })
})

describe('K3 arming', () => {
  test.each([
    [599, []],
    [600, ['allow_once']],
  ])('seen for %i ms and focused as long: %j', async (ms, answered) => {
    const app = await openThread()
    await ask(app, one)
    await press('F8')
    await pass(ms)
    await press('a')
    expect(decisions(app)).toEqual(answered)
  })

  test.each([
    [249, []],
    [250, ['allow_once']],
  ])('seen for long, focused for %i ms: %j', async (ms, answered) => {
    const app = await openThread()
    await ask(app, one)
    await pass(5000)
    await press('F8')
    await pass(ms)
    await press('a')
    expect(decisions(app)).toEqual(answered)
  })

  test('the hints on the buttons are pale until then', async () => {
    const app = await openThread()
    await ask(app, one)
    await press('F8')
    expect(cardOf(one).dataset['armed']).toBe('false')
    await pass(800)
    expect(cardOf(one).dataset['armed']).toBe('true')
  })

  test('a key that repeats never counts', async () => {
    const app = await openThread()
    await ask(app, one)
    await stepTo(one)
    for (let times = 0; times < 20; times += 1) await keyDown('a', { repeat: true })
    expect(app.answers()).toEqual([])
  })

  test('a key that was down when the focus came must be let go first', async () => {
    const app = await openThread()
    await ask(app, one)
    composer().focus()
    await keyDown('a')
    await press('F8')
    await pass(2000)
    await keyDown('a')
    expect(app.answers()).toEqual([])
    await keyUp('a')
    await press('a')
    expect(decisions(app)).toEqual(['allow_once'])
  })
})

describe('K4 steady ground', () => {
  /** A press as a pointer makes it. */
  async function point(name: string): Promise<void> {
    const button = screen.getByRole('button', { name })
    await act(async () => {
      fireEvent.pointerDown(button)
      fireEvent.click(button, { detail: 1 })
      await vi.advanceTimersByTimeAsync(0)
    })
  }

  /** The answers of a card stand this far down. */
  function place(call: ReturnType<typeof shellCall>, y: number): void {
    const bar = cardOf(call).querySelector('[data-card] > div > div:last-child')
    if (bar === null) throw new Error('no answers')
    vi.spyOn(bar, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, y, 400, 32))
  }

  test('a button that has just come there is not pressed, and says so', async () => {
    const app = await openThread()
    await ask(app, one)
    await pass(2000)
    place(one, 300)
    await pass(100)
    await point('Allow once: npm run one')
    expect(app.answers()).toEqual([])
    expect(screen.queryByText('The card had just moved. Press again.')).not.toBeNull()
    await pass(400)
    await point('Allow once: npm run one')
    expect(decisions(app)).toEqual(['allow_once'])
  })

  test('one that moves between the last look and the press is not pressed either', async () => {
    const app = await openThread()
    await ask(app, one)
    await pass(2000)
    place(one, 300)
    await point('Deny: npm run one')
    expect(app.answers()).toEqual([])
  })

  test('a pointer that went down elsewhere does not answer where it goes up', async () => {
    const app = await openThread()
    await ask(app, one)
    await pass(2000)
    await act(async () => {
      fireEvent.pointerDown(composer())
      fireEvent.click(screen.getByRole('button', { name: 'Deny: npm run one' }), { detail: 1 })
    })
    expect(app.answers()).toEqual([])
  })
})

describe('K5, K6 one step to the card, and back', () => {
  test('F8 goes round the cards, Shift+F8 the other way', async () => {
    const app = await openThread()
    await ask(app, one, two)
    composer().focus()
    const at: (string | undefined)[] = []
    for (const shift of [false, false, false, true]) {
      await press('F8', { shift })
      at.push(focused())
    }
    expect(at).toEqual([one.id, two.id, one.id, two.id])
  })

  test('J and K go through the cards of the chat and stop at its ends', async () => {
    const app = await openThread()
    await ask(app, one, two)
    await stepTo(one)
    const at: (string | undefined)[] = []
    for (const key of ['j', 'j', 'k', 'k']) {
      await press(key)
      at.push(focused())
    }
    expect(at).toEqual([two.id, two.id, one.id, one.id])
    expect(app.answers()).toEqual([])
  })

  test('Enter is no answer, and Escape leads back, caret included', async () => {
    const app = await openThread()
    await ask(app, one)
    composer().focus()
    fireEvent.change(composer(), { target: { value: 'half a thought' } })
    composer().setSelectionRange(4, 6)
    await stepTo(one)
    await press('Enter')
    expect(app.answers()).toEqual([])
    await press('Escape')
    expect(document.activeElement).toBe(composer())
    expect([composer().selectionStart, composer().selectionEnd]).toEqual([4, 6])
    expect(app.answers()).toEqual([])
  })
})

describe('K7 after an answer by key', () => {
  test('the next card of the chat has the focus, and after the last one the old place', async () => {
    const app = await openThread()
    await ask(app, one, two)
    composer().focus()
    await stepTo(one)
    await press('d')
    expect(focused()).toBe(two.id)
    await press('d')
    expect(decisions(app), 'the next card has to arm first').toEqual(['deny'])
    await keyUp('d')
    await pass(700)
    await press('a')
    expect(decisions(app)).toEqual(['deny', 'allow_once'])
    expect(document.activeElement).toBe(composer())
  })
})

describe('K8 nothing is answered in the dark', () => {
  test('not in a hidden page', async () => {
    const app = await openThread()
    await ask(app, one)
    await stepTo(one)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await press('a')
    await press('d')
    expect(app.answers()).toEqual([])
  })

  test('not behind a dialog', async () => {
    const app = await openThread()
    await ask(app, one)
    await stepTo(one)
    screen.getByRole('main').setAttribute('inert', '')
    await press('a')
    expect(app.answers()).toEqual([])
  })
})

describe('K9 time to take an answer back', () => {
  test.each([1, 3] as const)('held for %i s: Z takes it back', async (seconds) => {
    const app = await openThread({ holdAnswers: seconds })
    await ask(app, one)
    await stepTo(one)
    await press('a')
    expect(screen.queryByText('Sent in a moment: allow once.')).not.toBeNull()
    await pass(seconds * 1000 - 10)
    await press('z')
    await pass(5000)
    expect(app.answers()).toEqual([])
    expect(cardOf(one).dataset['state']).toBe('pending')
  })

  test.each([1, 3] as const)('held for %i s: after it the answer goes, once', async (seconds) => {
    const app = await openThread({ holdAnswers: seconds })
    await ask(app, one)
    await stepTo(one)
    await press('d')
    await pass(seconds * 1000 - 1)
    expect(app.answers()).toEqual([])
    await pass(10)
    expect(decisions(app)).toEqual(['deny'])
    await press('z')
    await pass(5000)
    expect(decisions(app)).toEqual(['deny'])
  })
})
