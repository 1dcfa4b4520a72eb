import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { codeOf } from '../sql/store-error.ts'

/** Identifies a process even if its id is reused. */
export interface ProcessMark {
  readonly pid: number
  /** Its start time in the system's notation; empty if unknown. */
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

/** True while exactly that process runs, suspended or not. */
export async function isAlive(mark: ProcessMark): Promise<boolean> {
  if (!exists(mark.pid)) return false
  const born = await birth(mark.pid)
  return born === undefined || mark.born === '' || born === mark.born
}

/** True when a process has this id, including those of other users. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return codeOf(cause) === 'EPERM'
  }
}

/** The arguments of a process, or undefined if it is gone or not visible to us. */
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
    // The name in parentheses may itself contain blanks and parentheses; nothing after the last one does.
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
