import type { Row } from './script.ts'

/** One kind of work for the loops. */
export interface Scene {
  readonly name: string
  readonly row: Row
  readonly count: number
  /**
   * Runs of ours and of the floor in one measurement: long compared with the clock's resolution. Each has more warm-up runs, so that
   * nothing is compiled during a measurement: a server runs for days.
   */
  readonly times: number
}

export const SCENES: readonly Scene[] = [
  { name: '100 sequential steps', row: 'steps', count: 100, times: 60 },
  { name: '20 × 8 parallel calls', row: 'parallel', count: 20, times: 60 },
  { name: '100 approvals', row: 'approvals', count: 100, times: 60 },
  { name: '20,000 text chunks', row: 'chunks', count: 20_000, times: 4 },
  { name: '32 sub-agents', row: 'subagents', count: 32, times: 60 },
]
