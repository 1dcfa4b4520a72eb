import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A server that must not be reached: it records every connection with its first bytes, and every packet. */
export interface Trap {
  readonly port: number
  readonly reached: readonly string[]
  readonly close: () => Promise<void>
}

export async function setTrap(): Promise<Trap> {
  const reached: string[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    const place = reached.push('tcp: a connection') - 1
    socket.on('data', (data) => {
      reached[place] = `tcp: ${data.toString('latin1').split('\r\n')[0] ?? ''}`
      socket.end('HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 0\r\n\r\n')
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const packets = createSocket('udp4')
  packets.on('message', (data) => reached.push(`udp: ${data.length} bytes`))
  await new Promise<void>((bound) => packets.bind(port, '127.0.0.1', bound))
  return {
    port,
    reached,
    close: async () => {
      packets.close()
      for (const socket of open) socket.destroy()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}
