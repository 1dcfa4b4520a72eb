import { expect, test } from 'vitest'
import { testLimits } from '../settings/testing/test-limits.ts'
import { patienceFor } from './patient-fetch.ts'

const ELSEWHERE = { start: 60_000, between: 120_000 }
const HERE = { start: 300_000, between: 300_000 }

test.each([
  ['https://api.example.com/v1/messages', ELSEWHERE],
  ['http://192.168.1.20:11434/v1', ELSEWHERE],
  ['https://127.example.com/v1', ELSEWHERE],
  ['https://localhost.example.com/v1', ELSEWHERE],
  ['http://127.0.0.1:11434/v1', HERE],
  ['http://127.1.2.3/v1', HERE],
  ['http://localhost:1234/v1', HERE],
  ['http://models.localhost/v1', HERE],
  ['http://[::1]:8080/v1', HERE],
])('how long %s may be silent', (url, patience) => {
  expect(patienceFor(url, testLimits())).toEqual(patience)
})

test('the settings say otherwise', () => {
  const limits = testLimits({ COUNTERSIGN_MODEL_START: '5', COUNTERSIGN_MODEL_SILENCE: '6' })
  expect(patienceFor('https://api.example.com', limits)).toEqual({ start: 5000, between: 6000 })
})
