import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** Milliseconds of one tick of the kernel's counters. */
const TICK = 10

/** Processor time of a PostgreSQL on this machine so far, over all its processes. Linux only. */
export async function databaseTime(db: {
  query(text: string): Promise<{ rows: unknown[] }>
}): Promise<() => number> {
  const { rows } = await db.query('select pg_backend_pid() as pid')
  const { pid } = z.object({ pid: z.number() }).parse(rows[0])
  const postmaster = factsOf(pid)?.parent
  if (postmaster === undefined) throw new Error('the database does not run on this machine')
  return () => {
    let ticks = factsOf(postmaster)?.ended ?? 0
    for (const name of readdirSync('/proc')) {
      const facts = /^\d+$/.test(name) ? factsOf(Number(name)) : undefined
      if (facts !== undefined && (facts.parent === postmaster || Number(name) === postmaster))
        ticks += facts.own
    }
    return ticks * TICK
  }
}

/** Undefined: there is no such process. `ended`: the time of its children that have ended. */
function factsOf(pid: number) {
  try {
    // The name of the program is in parentheses and may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const at = (index: number) => Number(fields[index])
    return { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) }
  } catch {
    return undefined
  }
}
