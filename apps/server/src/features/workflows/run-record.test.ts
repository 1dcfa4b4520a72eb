import type { NodeNews } from '@countersign/agent'
import { CallId, type NodeStateView, type WorkflowEvent } from '@countersign/protocol'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runRecord } from './run-record.ts'
import type { NodeRow } from './stored-runs.ts'

const CALL = CallId.parse('call_0')
const clock = { now: () => Date.now() }

/** A record whose rows and events are kept, on a database that takes so many milliseconds to write. */
function kept(slow = 0) {
  const rows = new Map<string, NodeRow>()
  const told: { readonly at: number; readonly nodes: readonly NodeStateView[] }[] = []
  const record = runRecord('run_0', {
    clock,
    keep: (values) => Promise.resolve(values),
    runs: {
      async writeNodes(_run, written) {
        await delay(slow)
        for (const row of written) rows.set(`${row.node} ${row.item}`, row)
      },
    },
    tell(event: WorkflowEvent) {
      if (event.type === 'node_updated') told.push({ at: performance.now(), nodes: event.nodes })
      return Promise.resolve()
    },
    failed: (what, cause) => {
      throw new Error(what, { cause })
    },
    reused: new Set(),
    there: new Set(),
  })
  return { record, rows, told }
}

const run = (node: string) =>
  ({
    kind: 'tool',
    node,
    item: [],
    try: 1,
    type: 'files.read',
    inputs: {},
    key: `${node}#1`,
    delay: 0,
  }) as const
const began = (node: string): NodeNews => ({ kind: 'began', run: run(node), callId: CALL, before: false })
const ended = (node: string): NodeNews => ({
  kind: 'ended',
  end: { node, item: [], state: 'done', outputs: { text: node } },
})

const NODES = 1500

test.each([
  ['quick', 0],
  ['slow', 30],
])(
  'of a fast run on a %s database no more than twenty events a second are told, and the end of each node',
  async (_how, slow) => {
    const { record, rows, told } = kept(slow)
    const start = performance.now()
    for (let at = 0; at < NODES; at += 1) {
      record.told(began(`n${at}`))
      record.told(ended(`n${at}`))
      if (at % 10 === 0) await delay(5)
    }
    const seconds = (performance.now() - start) / 1000
    await record.flush()
    expect(told.length).toBeGreaterThan(1)
    expect(told.length).toBeLessThanOrEqual(20 * seconds + 2)
    expect([...rows.values()].filter(({ state }) => state === 'done')).toHaveLength(NODES)
    const last = new Map(told.flatMap(({ nodes }) => nodes.map(({ node, state }) => [node, state])))
    expect([...last.values()].filter((state) => state === 'done')).toHaveLength(NODES)
  },
)
