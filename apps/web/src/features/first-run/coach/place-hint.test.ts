import { expect, test } from 'vitest'
import { placeHint } from './place-hint.ts'
import type { Box } from './place-hint.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const SIZE = { width: 240, height: 120 }
const card: Box = { x: 350, y: 200, width: 740, height: 300 }

test.each([
  ['beside a card', card, DESKTOP, [card], 'right'],
  ['left of what stands at the right edge', { x: 1200, y: 4, width: 120, height: 32 }, DESKTOP, [], 'left'],
  ['below what is as wide as the screen', { x: 0, y: 10, width: 390, height: 40 }, PHONE, [], 'below'],
  ['above what stands at the foot', { x: 0, y: 790, width: 200, height: 50 }, PHONE, [], 'above'],
  [
    'never over a card',
    { x: 0, y: 700, width: 390, height: 140 },
    PHONE,
    [{ x: 12, y: 60, width: 366, height: 600 }],
    null,
  ],
] as const)('%s', (_name, anchor, screen, keepFree, side) => {
  const sides = ['right', 'left', 'below', 'above'] as const
  expect(placeHint({ anchor, size: SIZE, screen, sides, keepFree })?.side ?? null).toBe(side)
})
