import { expect, test } from 'vitest'
import { aCall, aSnapshot } from '../../testing/views.ts'
import { fromSnapshot } from '@countersign/protocol/client'
import { findRows } from './find-rows.ts'
import type { Row } from './rows.ts'

const build = aCall('build', { state: 'succeeded', specifier: 'npm run build', preview: 'all good' })
const inner = aCall('inner', {
  state: 'succeeded',
  parent_id: build.id,
  specifier: 'tsc -b',
  preview: 'no errors',
})
const data = fromSnapshot(aSnapshot({ calls: [build, inner] }))
const rows: readonly Row[] = [
  { kind: 'streaming', key: 's', text: 'Reading the Scripts', reasoning: '', heard: { ms: 0, at: null } },
  { kind: 'calls', key: 't', roots: [build.id] },
  { kind: 'thinking', key: 'k' },
]

const at = (row: number, call: string | null = null, inside = false) => ({ row, call, inside })

test.each([
  ['scripts', [at(0)]],
  ['RUN BUILD', [at(1, build.id)]],
  ['all good', [at(1, build.id, true)]],
  ['tsc', [at(1, inner.id)]],
  ['no errors', [at(1, inner.id, true)]],
  ['  ', []],
  ['nowhere', []],
])('%j', (text, found) => {
  expect(findRows(rows, data, text)).toEqual(found)
})
