import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line to the database that can be cut, or left open and silent. */
export interface Line {
  readonly url: string
  set(state: 'whole' | 'cut' | 'silent'): void
  close(): Promise<unknown>
}

export async function openLine(databaseUrl: string): Promise<Line> {
  const target = new URL(databaseUrl)
  const ends = new Set<Socket>()
  let state: 'whole' | 'cut' | 'silent' = 'whole'
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      one.on('data', (chunk) => state !== 'silent' && other.write(chunk))
      one.on('close', () => other.destroy())
      // Whoever is cut off hears of it by the close that follows.
      one.on('error', () => one.destroy())
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port) // a TCP server that listens has one
  return {
    url: url.toString(),
    set(to) {
      // What a silent line swallowed is not made up for: those connections are no good any more.
      if (to === 'cut' || state === 'silent') for (const end of ends) end.destroy()
      state = to
    },
    close() {
      for (const end of ends) end.destroy()
      return new Promise((closed) => server.close(closed))
    },
  }
}
