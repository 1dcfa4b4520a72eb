import type { CallBody } from '@countersign/protocol'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aCall } from '../../../gallery/fixtures.ts'
import { CallDetails } from './CallDetails.tsx'

/** An unfolded call: what it was about can be copied, exactly. */

const subjects: readonly (readonly [string, CallBody, string])[] = [
  ['Copy command', { kind: 'shell', command: 'npm test -- --quick', cwd: '~/site' }, 'npm test -- --quick'],
  [
    'Copy path',
    { kind: 'write', path: 'src/gate.ts', before: null, after: 'open\n', outside_workspace: false },
    'src/gate.ts',
  ],
  [
    'Copy address',
    { kind: 'url', method: 'GET', url: 'https://example.com/a?b=1' },
    'https://example.com/a?b=1',
  ],
]

test.each(subjects)('%s', async (name, body, specifier) => {
  const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } })
  const call = aCall<'succeeded'>('one', body, { state: 'succeeded', specifier })
  render(
    <CallDetails
      call={call}
      settled={null}
      load={async () => ({ ok: true, value: { text: '', chars: 0 } })}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(copied.mock.calls).toEqual([[specifier]])
})
