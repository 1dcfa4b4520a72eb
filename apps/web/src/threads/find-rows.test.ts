import { expect, test } from 'vitest'
import { aCall, aSnapshot } from '../testing/views.ts'
import { fromSnapshot } from '../data/reduce-thread.ts'
import { findRows } from './find-rows.ts'
import type { Row } from './rows.ts'

const build = aCall('build', { specifier: 'npm run build', preview: 'all good' })
const data = fromSnapshot(aSnapshot({ calls: [build] }))
const rows: readonly Row[] = [
  { kind: 'streaming', key: 's', text: 'Reading the Scripts', reasoning: '', heard: { ms: 0, at: null } },
  { kind: 'track', key: 't', roots: [build.id] },
  { kind: 'thinking', key: 'k' },
]

test.each([
  ['scripts', [0]],
  ['RUN BUILD', [1]],
  ['all good', [1]],
  ['  ', []],
  ['nowhere', []],
])('%j', (text, found) => {
  expect(findRows(rows, data, text)).toEqual(found)
})
