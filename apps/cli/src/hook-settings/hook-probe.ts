import type { HookAgent } from '@countersign/agent/hooks'
import { approvalRoutes } from '@countersign/protocol'
import { dataFolder } from '@countersign/server/data-folder'
import { findRunning, loadToken } from '@countersign/server/local'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { commandEvent, effectOf } from '../hook/example-events.ts'
import { apiAt, type Address } from '../server-client.ts'

/** How an installed command answered. */
export type Probe =
  | { readonly ok: true; readonly says: string }
  | { readonly ok: false; readonly says: string }

/** Milliseconds that an installed command has to answer, or to show its card. */
const PATIENCE = 30_000
/** Milliseconds between two looks. */
const PAUSE = 250

/** Only an event, nothing runs. It asks in every mode, whatever the rules allow. */
const MUST_ASK = 'rm -rf / # test by `countersign hook status`; nothing runs'

/** The shell with which an agent runs the command of a hook, and its option. */
export type Shell = readonly [string, string]

/** Runs an installed command as its agent does, with a harmless call and one that must ask. */
export async function probe(agent: HookAgent, command: string, shell: Shell): Promise<Probe> {
  const tell = (call: string) => tellHook(agent, { command, shell }, call)
  const harmless = await tell('pwd')
  if (harmless.kind === 'silent') return { ok: false, says: 'its command returns nothing' }
  if (harmless.kind === 'ended' && (harmless.code !== 0 || harmless.stderr !== ''))
    return { ok: false, says: `its command fails: ${harmless.stderr.trim() || `code ${harmless.code}`}` }
  const asking = await tell(MUST_ASK)
  if (asking.kind === 'silent') return { ok: false, says: 'its command returns nothing' }
  if (asking.kind === 'ended' && effectOf(asking) === 'goes on')
    return { ok: false, says: `its command lets a call through that must ask: ${asking.stdout.trim()}` }
  const server =
    (await serverOf(command)) === undefined
      ? 'no server is running, so the saved rules decide'
      : 'the server decides'
  return { ok: true, says: `its command works (${server})` }
}

type Told =
  | { readonly kind: 'ended'; readonly code: number | null; readonly stdout: string; readonly stderr: string }
  /** A card waits for a person. It was withdrawn. */
  | { readonly kind: 'waits' }
  | { readonly kind: 'silent' }

async function tellHook(
  agent: HookAgent,
  { command, shell: [shell, option] }: { readonly command: string; readonly shell: Shell },
  call: string,
): Promise<Told> {
  // The agent may not have this shell's variable for the data folder: the command must name it.
  const { COUNTERSIGN_HOME: _here, ...env } = process.env
  const child = spawn(shell, [option, command], { env, detached: true })
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.stdin.end(commandEvent(agent, call, process.cwd(), { permission_mode: 'bypassPermissions' }))
  const closed = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
    child.on('error', () => resolve(127))
  })
  const ended = Promise.all([closed, text(child.stdout), text(child.stderr)]).then(
    ([code, stdout, stderr]): Told => ({ kind: 'ended', code, stdout, stderr }),
  )
  try {
    for (let look = 0; look < PATIENCE / PAUSE; look += 1) {
      const told = await Promise.race([ended, pause(PAUSE)])
      if (told !== undefined) return told
      if (await hasCard(command, call)) return { kind: 'waits' }
    }
    return { kind: 'silent' }
  } finally {
    endGroup(child.pid)
  }
}

/** Ends the shell and its children; when the hook disconnects, its card is withdrawn. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

async function hasCard(command: string, call: string): Promise<boolean> {
  const server = await serverOf(command)
  if (server === undefined) return false
  const waiting = await apiAt(server).call(approvalRoutes.waiting, { query: {} })
  return waiting.ok && JSON.stringify(waiting.body).includes(JSON.stringify(call))
}

/** The server that the command contacts: it may name its own data folder. */
async function serverOf(command: string): Promise<Address | undefined> {
  const { COUNTERSIGN_HOME: _here, ...env } = process.env
  const named = /^COUNTERSIGN_HOME=(?:'((?:[^']|'\\'')*)'|(\S+)) /.exec(command)
  const own = named?.[1]?.replaceAll("'\\''", "'") ?? named?.[2]
  const home = dataFolder(own === undefined ? env : { ...env, COUNTERSIGN_HOME: own })
  const running = await findRunning(home)
  return running === undefined ? undefined : { port: running.port, token: await loadToken(home) }
}
