import { closeSync, openSync, readSync } from 'node:fs'

/**
 * A mark on every command of the agent and on all its descendants, even if they are re-parented: a lower hard limit of file locks than the
 * server's. Children inherit limits, an ordinary process cannot raise a hard one, and the kernel no longer enforces this one.
 */
export function brandBelow(): bigint | undefined {
  const own = lockLimit('self')
  if (own === undefined) return undefined
  return (own < HIGHEST ? own : HIGHEST) - 1n
}

/** Whether a process is branded. Undefined: it is unreadable or has ended. */
export function isBranded(pid: number): boolean | undefined {
  const [own, its] = [lockLimit('self'), lockLimit(String(pid))]
  return own === undefined || its === undefined ? undefined : its < own
}

/** Higher than any limit in use. */
const HIGHEST = 1n << 40n
const UNLIMITED = (1n << 64n) - 1n

/** Buffer for the whole table, which the kernel returns in a single read. */
const table = Buffer.alloc(8192)

/** Read synchronously: each process of the machine is asked once, and a thread pool would more than double the CPU time. */
function lockLimit(pid: string): bigint | undefined {
  const hard = /^Max file locks\s+\S+\s+(\S+)/m.exec(limitsOf(pid))?.[1]
  if (hard === undefined) return undefined
  return hard === 'unlimited' ? UNLIMITED : BigInt(hard)
}

function limitsOf(pid: string): string {
  try {
    const file = openSync(`/proc/${pid}/limits`, 'r')
    try {
      return table.toString('latin1', 0, readSync(file, table, 0, table.length, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    // The process has ended, or is unreadable.
    return ''
  }
}
