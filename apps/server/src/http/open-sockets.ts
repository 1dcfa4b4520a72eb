import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Every connection of a server, upgraded ones and refused upgrades included: those are no longer the HTTP server's own, and one that a
 * client leaves open would keep the server from ever closing.
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
