import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Meter, type MeterView } from './Meter.tsx'

const spent = { input: 34_701, output: 1575, usd: 0, partly: false }

test.each<[string, MeterView, string]>([
  ['a known window', { context: 56_000, window: 200_000, spent }, 'Context 28%'],
  ['an unknown window', { context: 56_000, window: null, spent }, 'Context 56,000 tokens'],
  ['a cost', { context: null, window: 1, spent: { ...spent, usd: 0.211 } }, '$0.21 this chat'],
  ['a small cost', { context: null, window: 1, spent: { ...spent, usd: 0.002 } }, 'under $0.01 this chat'],
  ['no price', { context: null, window: 1, spent: { ...spent, partly: true } }, 'price not known'],
  [
    'a price of some',
    { context: null, window: 1, spent: { ...spent, usd: 2, partly: true } },
    'at least $2.00 this chat',
  ],
  ['more than fits', { context: 300, window: 200, spent }, 'Context 100%'],
  ['nothing', { context: null, window: 200, spent }, ''],
])('%s', (_name, view, words) => {
  const { container } = render(<Meter {...view} />)
  expect(container.textContent).toBe(words)
})
