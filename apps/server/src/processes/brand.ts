import { readFile } from 'node:fs/promises'

/**
 * A mark on every command of the agent and on all its descendants, even if they are re-parented: a lower hard limit of file locks than the
 * server's. Children inherit limits, an ordinary process cannot raise a hard one, and the kernel no longer enforces this one.
 */
export async function brandBelow(): Promise<bigint | undefined> {
  const own = await lockLimit('self')
  if (own === undefined) return undefined
  return (own < HIGHEST ? own : HIGHEST) - 1n
}

/** Whether a process is branded. Undefined: it is unreadable or has ended. */
export async function isBranded(pid: number): Promise<boolean | undefined> {
  const [own, its] = await Promise.all([lockLimit('self'), lockLimit(String(pid))])
  return own === undefined || its === undefined ? undefined : its < own
}

/** Higher than any limit in use. */
const HIGHEST = 1n << 40n
const UNLIMITED = (1n << 64n) - 1n

async function lockLimit(pid: string): Promise<bigint | undefined> {
  const text = await readFile(`/proc/${pid}/limits`, 'utf8').catch(() => '')
  const hard = /^Max file locks\s+\S+\s+(\S+)/m.exec(text)?.[1]
  if (hard === undefined) return undefined
  return hard === 'unlimited' ? UNLIMITED : BigInt(hard)
}
