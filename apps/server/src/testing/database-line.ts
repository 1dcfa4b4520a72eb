import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A connection to the database that can be cut, or left open and silent. */
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
      // The following close event reports the disconnect.
      one.on('error', () => one.destroy())
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port) // a listening TCP server has one
  return {
    url: url.toString(),
    set(to) {
      // Data lost during silence is not replayed: those connections are unusable.
      if (to === 'cut' || state === 'silent') for (const end of ends) end.destroy()
      state = to
    },
    close() {
      for (const end of ends) end.destroy()
      return new Promise((closed) => server.close(closed))
    },
  }
}
