import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { MARKER } from './clean-environment.ts'

/** Searches before a call that keeps forking is given up, and milliseconds between two. */
const LOOKS = 500
const PAUSE = 10
/** Consecutive empty searches before it stops: a process has no marker for a moment while it executes another program. */
const SURE = 3

/**
 * Ends every process that has the marker of a call, is in its group or session, or descends from one of those. The next search finds
 * processes forked in the meantime. Needs `/proc`; elsewhere it can only end the group.
 */
export async function endMarked(marker: string, leader: number | undefined): Promise<void> {
  if (leader !== undefined) kill(-leader, 'SIGKILL')
  let nothing = 0
  for (let look = 0; look < LOOKS && nothing < SURE; look += 1) {
    const left = await findMarked(marker, leader)
    nothing = left.length === 0 ? nothing + 1 : 0
    // Stop all of them first, or the remaining ones keep forking.
    for (const pid of left) kill(pid, 'SIGSTOP')
    for (const pid of left) kill(pid, 'SIGKILL')
    await delay(PAUSE)
  }
}

interface ProcessFacts {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
}

async function findMarked(marker: string, leader: number | undefined): Promise<readonly number[]> {
  const table = await readTable()
  const found = new Set<number>()
  for (const { pid, group, session } of table) {
    if (leader !== undefined && (group === leader || session === leader)) found.add(pid)
    else if (await carries(pid, marker)) found.add(pid)
  }
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const { pid, parent } of table) if (found.has(parent)) found.add(pid)
  }
  found.delete(process.pid)
  return [...found]
}

/** Running children of this process. Empty without `/proc`. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  return (await readTable()).filter(({ parent }) => parent === pid).map((row) => row.pid)
}

async function readTable(): Promise<readonly ProcessFacts[]> {
  const names = await readdir('/proc').catch(() => [])
  const rows = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readFacts))
  return rows.filter((row) => row !== undefined)
}

/** Undefined: gone, or a zombie. */
async function readFacts(name: string): Promise<ProcessFacts | undefined> {
  const line = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
  // The program's name is in parentheses and may contain anything, including parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group, session] = fields
  if (state === undefined || state === 'Z' || session === undefined) return undefined
  return { pid: Number(name), parent: Number(parent), group: Number(group), session: Number(session) }
}

async function carries(pid: number, marker: string): Promise<boolean> {
  const env = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
  return env.split('\0').includes(`${MARKER}=${marker}`)
}

/** Sends a signal. Ignores a process that is gone or not ours. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code !== 'ESRCH' && code !== 'EPERM') throw cause
  }
}
