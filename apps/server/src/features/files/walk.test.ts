import { compilePolicy, decide, type ToolFacts } from '@countersign/policy'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { walk } from './walk.ts'

let folder: string
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'cs-walk-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const READING: ToolFacts = {
  name: 'files.read',
  category: 'read',
  destructive: false,
  editSafe: false,
  kind: 'path',
}

test('one large folder does not keep others from their turn, and a stop is heard in it', async () => {
  const names = Array.from({ length: 600 }, (_, index) => `f${index}`)
  await Promise.all(names.map((name) => writeFile(join(folder, name), '')))
  const place = { workspace: folder, cwd: folder, home: '/home/ada' }
  const policy = compilePolicy({ layers: [] })
  const stop = new AbortController()
  let visited = 0
  await walk(folder, {
    place,
    judge: (specifier) => decide({ tool: READING, specifier, place }, policy),
    signal: stop.signal,
    depth: 2,
    ignored: false,
    visit() {
      visited += 1
      if (visited === 1) setImmediate(() => stop.abort())
      return true
    },
  })
  expect(visited).toBeGreaterThan(0)
  expect(visited).toBeLessThan(names.length)
})
