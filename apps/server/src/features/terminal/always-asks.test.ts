import { explain } from '@countersign/policy'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { osSandbox } from '../../sandbox/sandbox.ts'
import { gateRig, type Rig } from '../../testing/gate-rig.ts'
import { laterFilesIn } from '../../runs-later/testing/later-files.ts'
import { findReaper } from '../../processes/reaper.ts'
import { terminalSessions } from './sessions.ts'
import { terminalTools } from './terminal-tools.ts'

// What always asks on a machine without a sandbox, through the whole gate.
let folder = ''
let workspace = ''
let rig: Rig
let tools: ReturnType<typeof terminalTools>
const asked: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-asks-'))
  workspace = join(folder, 'w')
  await mkdir(workspace)
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'data', 'token'), 'our own token')
  await symlink(join(folder, 'data'), join(workspace, 'd'))
  await symlink(
    fileURLToPath(new URL('../../../../cli/bin/countersign.mjs', import.meta.url)),
    join(workspace, 'cs.mjs'),
  )
  let markers = 0
  tools = terminalTools({
    process: { reaper: await findReaper() },
    sessions: terminalSessions(() => 'term_1'),
    sandbox: osSandbox({ hidden: [], off: true }),
    hostsOf: () => Promise.resolve([]),
    newMarker: () => `asks-${process.pid}-${(markers += 1)}`,
    later: laterFilesIn(join(folder, 'data')).guard,
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(() => {
  asked.length = 0
  rig = gateRig({ workspace, cwd: workspace, home: folder, own: [join(folder, 'data')] })
  rig.mode = 'auto'
  rig.layers = [{ layer: 'user', lists: { allow: ['terminal.exec', 'terminal.exec(at *)', 'files.*'] } }]
  rig.answer = ({ decision }) => {
    asked.push(decision === null ? '' : explain(decision))
    return { allow: false }
  }
})
const exec = (command: string) => rig.call(tools, 'terminal.exec', { command })

test.each([
  ['at now', 'hands work to a program outside Countersign’s control; always asks'],
  [
    'true && tmux send-keys -t 0 ls Enter',
    '`tmux send-keys -t 0 ls Enter`: hands work to a program outside Countersign’s control',
  ],
  [
    'node cs.mjs approvals allow call_1',
    '`node cs.mjs approvals allow call_1`: runs Countersign itself, as a person would',
  ],
  ['cat d/token', '`d/token`: leads to the gate’s own files'],
])('%s', async (command, why) => {
  expect(await exec(command)).toMatchObject({ state: 'denied' })
  expect(asked).toEqual([expect.stringContaining(why)])
})

test.each(['default', 'acceptEdits', 'strict', 'auto'])('in %s mode', async (mode) => {
  rig.mode = mode
  expect(await exec('systemd-run --version; crontab jobs')).toMatchObject({ state: 'denied' })
  expect(asked).toHaveLength(1)
})

test('what is beside it does not', async () => {
  expect(await exec('echo at now; ls d/.. >/dev/null')).toMatchObject({ state: 'succeeded' })
  expect(asked).toEqual([])
})

test('a link that comes after the call was decided makes it stale', async () => {
  rig.layers = [{ layer: 'user', lists: { ask: ['terminal.exec(cat late)'] } }]
  rig.answer = async () => {
    await symlink(join(folder, 'data', 'token'), join(workspace, 'late'))
    return { allow: true }
  }
  const { state, code, text } = await exec('cat late')
  expect({ state, code }).toEqual({ state: 'failed', code: 'stale' })
  expect(text).not.toContain('our own token')
})
