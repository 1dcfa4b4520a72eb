import type { Did, Row } from './script.ts'

/** One measurement, requested over the channel to the parent process. */
export interface Ask {
  readonly row: Row
  readonly count: number
  readonly times: number
  /** Warm-up runs before these. */
  readonly before?: number
}

export interface Measured {
  /** CPU and wall-clock milliseconds of one run. */
  readonly cpu: number
  readonly wall: number
  readonly did: Did
  /** Peak memory of this process, in megabytes. */
  readonly peak: number
}

type Said =
  | { readonly kind: 'measured'; readonly measured: Measured }
  | { readonly kind: 'failed'; readonly why: string }

/** Answers requests of the parent: runs a row a few times and reports its cost. Contenders differ only in `run`. */
export function serve(run: (row: Row, count: number) => Promise<Did>): void {
  const send = (said: Said) => process.send?.(said)
  process.on('message', (ask: Ask) => {
    measure(run, ask).then(
      (measured) => send({ kind: 'measured', measured }),
      (cause: unknown) =>
        send({
          kind: 'failed',
          why: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
        }),
    )
  })
  process.once('disconnect', () => process.exit())
  const { user, system } = process.cpuUsage()
  process.send?.({ kind: 'ready', cpu: (user + system) / 1000 })
}

async function measure(
  run: (row: Row, count: number) => Promise<Did>,
  { row, count, times, before = 0 }: Ask,
): Promise<Measured> {
  // Garbage is not collected before: in an idle process that would also drop compiled code, and recompiling it would be measured. In a
  // server something always keeps it alive.
  for (let time = 0; time < before; time += 1) await run(row, count)
  const cpu = process.cpuUsage()
  const wall = performance.now()
  let did: Did = { tools: 0, chunks: 0 }
  for (let time = 0; time < times; time += 1) did = await run(row, count)
  const took = performance.now() - wall
  const used = process.cpuUsage(cpu)
  return {
    cpu: (used.user + used.system) / 1000 / times,
    wall: took / times,
    did,
    peak: process.resourceUsage().maxRSS / 1024,
  }
}
