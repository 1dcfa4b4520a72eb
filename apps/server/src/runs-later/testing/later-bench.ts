import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallResult, StoredCall } from '@countersign/agent'
import { osSandbox, type Sandbox } from '../../sandbox/sandbox.ts'
import { gateRig, type Rig } from '../../testing/gate-rig.ts'
import { findReaper } from '../../processes/reaper.ts'
import { terminalSessions, type TerminalSessions } from '../../features/terminal/sessions.ts'
import { terminalTools } from '../../features/terminal/terminal-tools.ts'
import type { LaterGuard } from '../guard.ts'
import type { LaterFiles } from '../open.ts'
import { laterFilesIn } from './later-files.ts'

/** A workspace with commands in it, for tests of files that run automatically later. */
export interface LaterBench {
  readonly folder: string
  readonly workspace: string
  readonly home: string
  readonly rig: Rig
  readonly sessions: TerminalSessions
  readonly later: LaterFiles
  /** Questions that the person was asked. */
  readonly asked: StoredCall[]
  /** The person's answer to them. */
  answer: boolean
  /** Does something as the person. */
  byPerson(script: string): void
  exec(command: string, more?: Record<string, unknown>): Promise<CallResult>
  tool(name: string, args: unknown): Promise<CallResult>
  /** Runs a script that the judged text does not show. */
  script(text: string): Promise<CallResult>
  close(): Promise<void>
}

export async function laterBench(
  options: {
    readonly sandbox?: boolean
    /** False: nothing is held back, to prove that there would be something. */
    readonly guarded?: boolean
    /** An existing folder, with its content. */
    readonly folder?: string
  } = {},
): Promise<LaterBench> {
  const folder = options.folder ?? (await realpath(await mkdtemp(join(tmpdir(), 'cs-later-'))))
  const workspace = join(folder, 'work')
  const home = join(folder, 'home')
  await mkdir(workspace, { recursive: true })
  await mkdir(home, { recursive: true })
  const data = join(folder, 'data')
  await mkdir(data, { recursive: true })
  const sandbox: Sandbox = osSandbox({ hidden: [data], off: options.sandbox !== true })
  const rig = gateRig({ workspace, cwd: workspace, home, own: [data] })
  rig.mode = 'auto'
  let ids = 0
  const sessions = terminalSessions(() => `term_${(ids += 1)}`)
  const later = laterFilesIn(data)
  const tools = terminalTools({
    process: { reaper: await findReaper() },
    sessions,
    sandbox,
    hostsOf: () => Promise.resolve([]),
    newMarker: () => `later-${process.pid}-${(ids += 1)}`,
    later: options.guarded === false ? NO_GUARD : later.guard,
  })
  const bench: LaterBench = {
    folder,
    workspace,
    home,
    rig,
    sessions,
    later,
    asked: [],
    answer: false,
    byPerson(script) {
      execFileSync('bash', ['-c', script], {
        cwd: workspace,
        stdio: 'pipe',
        env: { ...process.env, ...environment(home) },
      })
    },
    exec: (command, more = {}) => rig.call(tools, 'terminal.exec', { command, ...more }),
    tool: (name, args) => rig.call(tools, name, args),
    async script(text) {
      await writeFile(join(workspace, 'script.sh'), text)
      return bench.exec('bash script.sh')
    },
    async close() {
      await sessions.close()
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  rig.answer = (asked) => {
    bench.asked.push(asked)
    return { allow: bench.answer }
  }
  return bench
}

const NO_GUARD: LaterGuard = {
  begin: () => Promise.resolve({ ok: true, watched: { closed() {}, end: () => Promise.resolve() } }),
  after: (_context, outcome) => Promise.resolve(outcome),
  look: () => Promise.resolve(),
}

/** Without any of the machine's own settings. */
function environment(home: string): Record<string, string> {
  return { HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
}
