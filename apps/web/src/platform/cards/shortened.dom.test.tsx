import type { CallView } from '@countersign/protocol'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FEATURES } from '../../features.ts'
import { FeaturesContext } from '../../platform/features-context.ts'
import { aCall } from '../../gallery/fixtures.ts'
import { CallBodyView } from './CallBodyView.tsx'

const LINES = Array.from({ length: 30 }, (_, index) => `echo ${index + 1}`)
const WHOLE = aCall('long', { kind: 'shell', command: LINES.join('\n'), cwd: '/home/ada/site' })
const SHORT: CallView = {
  ...WHOLE,
  body: { kind: 'shell', command: LINES.slice(0, 5).join('\n'), cwd: '/home/ada/site' },
  shortened: [{ at: 'body.command', bytes: 2_000_000 }],
}

const browserFetch = window.fetch
let answers: Response[] = []
beforeEach(() => {
  window.fetch = () => Promise.resolve(answers.shift() ?? new Response('{}', { status: 500 }))
})
afterEach(() => {
  window.fetch = browserFetch
})

const json = (value: object, status = 200) => new Response(JSON.stringify(value), { status })

test('a shortened call says how long it is, counts as unread, and shows all of it on a press', async () => {
  answers = [
    json({ error: { code: 'unavailable', message: 'the database is away' } }, 503),
    json({ call: WHOLE }),
  ]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FeaturesContext value={FEATURES}>
        <CallBodyView call={SHORT} look="waits" />
      </FeaturesContext>
    </QueryClientProvider>,
  )
  const all = screen.getByRole('button', { name: '2.0 MB, only the beginning is shown. Show all' })
  expect(all.dataset['unread']).toBe('')
  expect(screen.queryByText('30')).toBeNull()

  fireEvent.click(all)
  expect(await screen.findByText('Not loaded: the database is away.')).toBeTruthy()
  expect(document.querySelector('[data-unread]')).not.toBeNull()

  fireEvent.click(all)
  expect(await screen.findByText('30')).toBeTruthy()
  expect(document.querySelector('[data-unread]')).toBeNull()
})
