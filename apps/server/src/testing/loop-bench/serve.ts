import type { Did, Row } from './script.ts'

/** One measurement, asked over the channel to the parent process. */
export interface Ask {
  readonly row: Row
  readonly count: number
  readonly times: number
  /** Runs before these that are not measured. */
  readonly before?: number
}

export interface Measured {
  /** Milliseconds of processor time and of the clock on the wall, for one run. */
  readonly cpu: number
  readonly wall: number
  readonly did: Did
  /** Most memory this process ever held, in megabytes. */
  readonly peak: number
}

type Said =
  | { readonly kind: 'measured'; readonly measured: Measured }
  | { readonly kind: 'failed'; readonly why: string }

/** Answers questions of the parent: runs a row a few times and says what it cost. Contenders differ in `run` alone. */
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
  // Memory is not emptied by hand before: with nothing under way that takes compiled code along, whose shapes nothing has any more, and
  // compiling it anew would be measured. In a server something always has them.
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
