import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { codeOf } from '../sql/store-error.ts'

/** Identifies a process even if its number is reused. */
export interface ProcessMark {
  readonly pid: number
  /** When it started, in the words of the system; empty where it cannot be known. */
  readonly born: string
}

/** The mark of this process. */
export async function ownMark(): Promise<ProcessMark> {
  return { pid: process.pid, born: (await birth(process.pid)) ?? '' }
}

/** The mark of a process; undefined: no process has this id. */
export async function markOf(pid: number): Promise<ProcessMark | undefined> {
  const born = await birth(pid)
  return born === undefined ? undefined : { pid, born }
}

/** True while that very process runs, stopped or not. */
export async function isAlive(mark: ProcessMark): Promise<boolean> {
  if (!exists(mark.pid)) return false
  const born = await birth(mark.pid)
  return born === undefined || mark.born === '' || born === mark.born
}

/** True when a process has this number. One of another user is included. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return codeOf(cause) === 'EPERM'
  }
}

/** Arguments that a process was started with, or undefined when it is gone or not ours to see. */
export async function commandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
    return text === undefined || text === '' ? undefined : text.split('\0').join(' ').trim()
  }
  return ps(pid, 'command')
}

async function birth(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    // The name in parentheses may hold blanks and parentheses itself; what follows the last one may not.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended'
    return fields[19]
  }
  return ps(pid, 'lstart')
}

async function ps(pid: number, field: 'lstart' | 'command'): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', `${field}=`])
    return stdout.trim() === '' ? undefined : stdout.trim()
  } catch {
    // `ps` answers with an error when there is no such process.
    return undefined
  }
}
