import { describe, expect, test } from 'vitest'
import { arm, isArmed, takesKey, takesPress, unarmed } from './arming.ts'
import type { ArmingEvent, ArmingHistory } from './arming.ts'

type Step = readonly [at: number, event: ArmingEvent]

const shown: ArmingEvent = { type: 'shown' }
const focused: ArmingEvent = { type: 'focused', keysDown: new Set() }
const blurred: ArmingEvent = { type: 'blurred' }
const hidden: ArmingEvent = { type: 'hidden' }
const holding = (code: string): ArmingEvent => ({ type: 'focused', keysDown: new Set([code]) })
const released = (code: string): ArmingEvent => ({ type: 'key_released', code })

function after(steps: readonly Step[]): ArmingHistory {
  return steps.reduce((history, [at, event]) => arm(history, event, at), unarmed)
}

const armedSteps: readonly Step[] = [
  [0, shown],
  [400, focused],
]

describe('K3 arming', () => {
  test.each<[string, readonly Step[], number, boolean]>([
    ['never seen, never focused', [], 5000, false],
    ['seen but without focus', [[0, shown]], 5000, false],
    ['focus but never seen', [[0, focused]], 5000, false],
    [
      'seen 600 ms, focus 249 ms',
      [
        [0, shown],
        [400, focused],
      ],
      649,
      false,
    ],
    [
      'seen 600 ms, focus 250 ms',
      [
        [0, shown],
        [400, focused],
      ],
      650,
      true,
    ],
    [
      'focus for long, seen 599 ms',
      [
        [0, focused],
        [100, shown],
      ],
      699,
      false,
    ],
    [
      'focus for long, seen 600 ms',
      [
        [0, focused],
        [100, shown],
      ],
      700,
      true,
    ],
    ['focus lost', [...armedSteps, [900, blurred]], 2000, false],
    ['focus again starts anew', [...armedSteps, [900, blurred], [1000, focused]], 1200, false],
    ['scrolled away', [...armedSteps, [900, hidden]], 2000, false],
    ['seen again starts anew', [...armedSteps, [900, hidden], [1000, shown]], 1500, false],
    ['shown twice is one sight', [...armedSteps, [640, shown]], 700, true],
  ])('%s', (_name, steps, now, armed) => {
    expect(isArmed(after(steps), now)).toBe(armed)
  })

  test.each<[string, readonly Step[], { code: string; repeat: boolean }, boolean]>([
    ['a fresh press', armedSteps, { code: 'KeyA', repeat: false }, true],
    ['auto-repeat never counts', armedSteps, { code: 'KeyA', repeat: true }, false],
    [
      'a key that was down when focus came',
      [
        [0, shown],
        [400, holding('KeyA')],
      ],
      { code: 'KeyA', repeat: false },
      false,
    ],
    [
      'another key while that one is down',
      [
        [0, shown],
        [400, holding('KeyA')],
      ],
      { code: 'KeyD', repeat: false },
      true,
    ],
    [
      'the same key after its release',
      [
        [0, shown],
        [400, holding('KeyA')],
        [500, released('KeyA')],
      ],
      { code: 'KeyA', repeat: false },
      true,
    ],
  ])('%s', (_name, steps, key, taken) => {
    expect(takesKey(after(steps), key, 1000)).toBe(taken)
  })
})

describe('K4 steady ground', () => {
  const at = (x: number, y: number): ArmingEvent => ({ type: 'placed', place: { x, y } })
  test.each<[string, readonly Step[], { x: number; y: number }, number, boolean]>([
    ['never placed', [], { x: 1, y: 1 }, 5000, false],
    ['299 ms at its place', [[0, at(1, 1)]], { x: 1, y: 1 }, 299, false],
    ['300 ms at its place', [[0, at(1, 1)]], { x: 1, y: 1 }, 300, true],
    ['moved since it was last looked at', [[0, at(1, 1)]], { x: 1, y: 40 }, 5000, false],
    [
      'moved a moment ago',
      [
        [0, at(1, 1)],
        [4900, at(1, 40)],
      ],
      { x: 1, y: 40 },
      5000,
      false,
    ],
    [
      'less than a pixel is no move',
      [
        [0, at(1, 1)],
        [4900, at(1.4, 1)],
      ],
      { x: 1.2, y: 1 },
      5000,
      true,
    ],
  ])('%s', (_name, steps, place, now, taken) => {
    expect(takesPress(after(steps), place, now)).toBe(taken)
  })
})
