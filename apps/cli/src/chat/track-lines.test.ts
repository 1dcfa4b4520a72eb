import { expect, test } from 'vitest'
import { aCall } from '@countersign/protocol/testing/views'
import { plainText } from './lines.ts'
import { trackLines } from './track-lines.ts'

const first = (call: Parameters<typeof trackLines>[0]) => {
  const [line = []] = trackLines(call, [call])
  return plainText(line)
}

test('a sub-agent is at work while one of its calls waits', () => {
  const call = aCall('s', { tool: 'run_subtask', state: 'approved', specifier: 'Find the callers' })
  expect(first(call)).toMatch(/^~ Sub-agent Find the callers {2}running/)
})

test('what failed before anything was decided is signed by nobody', () => {
  const call = aCall('e', {
    tool: 'files.edit',
    state: 'failed',
    specifier: 'a.ts',
    started_at: null,
    error_code: 'no_match',
    signature: { via: 'policy', by: 'default', at: 1 },
  })
  expect(first(call)).toBe('! Failed to edit a.ts  old text not found · before anyone was asked')
})
