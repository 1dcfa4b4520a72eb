import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Every connection of a server, including upgraded ones and refused upgrades. The HTTP server no longer tracks those, and one that a client
 * leaves open would prevent it from closing.
 */
export function openSockets(server: Server): { destroy(): void } {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    destroy() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
