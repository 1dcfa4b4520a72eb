/** @module-tag slow */
import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { osSandbox } from '../sandbox/sandbox.ts'
import { ESCAPES, type Escape } from './testing/escapes.ts'
import { laterBench, type LaterBench } from './testing/later-bench.ts'

let bench: LaterBench | undefined
afterEach(() => bench?.close())

/** What is at a path, to be compared. */
function seen(path: string): string {
  try {
    const found = lstatSync(path)
    if (found.isSymbolicLink()) return `link ${readlinkSync(path)}`
    return found.isFile() ? `file ${found.mode & 0o777} ${readFileSync(path, 'latin1')}` : 'other'
  } catch {
    return 'absent'
  }
}

const hasGit = (() => {
  try {
    execFileSync('git', ['--version'])
    return true
  } catch {
    return false
  }
})()

// One sandbox stays open; otherwise each test would open its own.
const probe = osSandbox({ hidden: [], off: false })
const state = await probe.state()
afterAll(() => probe.close())

/** Tries a way, and says what was at its paths before and after. */
async function attempt(
  { before, script, paths }: Escape,
  options: Parameters<typeof laterBench>[0],
): Promise<{ readonly was: readonly string[]; readonly is: readonly string[]; readonly text: string }> {
  bench = await laterBench(options)
  const { workspace } = bench
  if (before !== undefined) bench.byPerson(before)
  const look = () => paths.map((path) => seen(join(workspace, path)))
  const was = look()
  const { text } = await bench.script(script)
  await delay(script.includes('sleep') ? 500 : 0)
  return { was, is: look(), text }
}

const WAYS = ESCAPES.map((escape) => [escape.name, escape] as const)

test('there are more than forty ways', () => expect(ESCAPES.length).toBeGreaterThan(40))

describe.each([
  ['with a sandbox', true],
  ['without a sandbox', false],
])('%s', (_where, sandbox) => {
  test.for(WAYS)('%s', async ([, escape], context) => {
    context.skip(sandbox && state.kind === 'off', 'there is no sandbox on this machine')
    context.skip(escape.needs === 'git' && !hasGit, 'there is no git on this machine')
    const { was, is, text } = await attempt(escape, { sandbox })
    expect(is, text).toEqual(was)
    // One card for all of it; none where the sandbox had closed the place, or the writer was ended first.
    expect(bench?.asked.length).toBeLessThanOrEqual(1)
    for (const { call } of bench?.asked ?? []) expect(call.tool).toBe('files_that_run_later')
  })
})

describe('each of them works where nothing is held back', () => {
  test.for(WAYS.filter(([, { ends }]) => ends !== true))('%s', async ([, escape], context) => {
    context.skip(escape.needs === 'git' && !hasGit, 'there is no git on this machine')
    const { was, is, text } = await attempt(escape, { guarded: false })
    for (const [index, one] of is.entries()) expect(one, text).not.toBe(was[index])
  })
})
