import { expect, test } from 'vitest'
import { missingWords } from './missing-words.ts'

test.each([
  [['socat not installed'], 'socat is not installed'],
  [
    ['bubblewrap (bwrap) not installed', 'socat not executable at /opt/socat'],
    'bubblewrap (bwrap) is not installed; socat is not executable at /opt/socat',
  ],
  [['something else'], 'something else'],
])('%j', (errors, words) => {
  expect(missingWords(errors)).toBe(words)
})
