/** @module-tag slow */
import { createHook } from 'node:async_hooks'
import { afterEach, expect, test } from 'vitest'
import { FEATURES } from '../features.ts'
import { testServer, type TestServer } from '../testing/running-server.ts'
import { kernelWatches } from './watch/testing/kernel-watches.ts'
import { watchTree } from './watch/watched-tree.ts'
import type { Feature } from './feature.ts'

/** Files, watches, processes, connections and names: what a scan, a watch or a search is made of. */
const LOUD = new Set([
  'FSREQPROMISE',
  'FSREQCALLBACK',
  'FILEHANDLE',
  'FSEVENTWRAP',
  'PROCESSWRAP',
  'TCPCONNECTWRAP',
  'GETADDRINFOREQWRAP',
])

const limit = Error.stackTraceLimit
let server: TestServer | undefined
afterEach(async () => {
  Error.stackTraceLimit = limit
  await server?.close()
  server = undefined
})

/** What features begin before the server has an address, each with the feature's line. The database is not among it. */
async function begunBy(features: readonly Feature[], folder: RegExp): Promise<readonly string[]> {
  const begun: string[] = []
  Error.stackTraceLimit = 60
  const hook = createHook({
    init(_id, type) {
      if (!LOUD.has(type)) return
      const stack = new Error('begun').stack ?? ''
      const line = stack.split('\n').find((one) => folder.test(one))
      if (line !== undefined && !/\/node_modules\/pg/.test(stack)) begun.push(`${type} ${line.trim()}`)
    },
  }).enable()
  try {
    server = await testServer({}, { features })
  } finally {
    hook.disable()
  }
  return begun
}

test('before there is an address, no feature scans, watches, searches or starts anything', async () => {
  expect(await begunBy(FEATURES, /\/src\/features\//)).toEqual([])
  expect(await kernelWatches()).toBe(0)
}, 120_000)

test('a feature that does is found out', async () => {
  const loud: Feature = {
    name: 'loud',
    async start({ clock, failed, workspace }) {
      const watched = await watchTree({
        root: workspace,
        clock,
        rules: () => Promise.resolve({ has: () => true, below: () => Promise.reject(new Error('never')) }),
        changed: () => undefined,
        failed,
      })
      return { close: () => watched.close() }
    },
  }
  expect((await begunBy([...FEATURES, loud], /quiet-start\.test/)).join('\n')).toContain('FSEVENTWRAP')
}, 120_000)
