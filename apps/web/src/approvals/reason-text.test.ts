import { expect, test } from 'vitest'
import { reasonSentence, reasonText } from './reason-text.ts'

const mode = { because: 'mode', data: { mode: 'default' } }

test.each([
  [{ ...mode, sentence: 'default mode, a command' }, 'mode Ask, a command', 'Mode Ask, a command.'],
  [{ ...mode, sentence: 'Mode Ask: writing asks.' }, 'Mode Ask: writing asks.', 'Mode Ask: writing asks.'],
  [
    { because: 'mode', data: { mode: 'mine' }, sentence: 'mine mode, a read' },
    'mode mine, a read',
    'Mode mine, a read.',
  ],
  [{ because: 'rule', sentence: 'your rule npm run *' }, 'your rule npm run *', 'Your rule npm run *.'],
  [
    { because: 'protected', sentence: 'package.json runs by itself later' },
    'package.json runs by itself later',
    'package.json runs by itself later.',
  ],
])('%j', (reason, clause, whole) => {
  expect(reasonText(reason)).toBe(clause)
  expect(reasonSentence(reason)).toBe(whole)
})
