/** The part of a socket that is needed to check whether its client is alive. */
export interface AskedSocket {
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number
  ping(): void
  /** Ends it without waiting for the other end. */
  terminate(): void
  on(event: 'pong' | 'message' | 'close', listener: () => void): unknown
}

/** Milliseconds between two checks. */
const EVERY = 30_000
/** Consecutive checks without a sign of life after which the client is considered gone. */
const PATIENCE = 2

/**
 * Pings a client and closes the connection of one that is gone: a phone without reception does not say goodbye, and would be counted and
 * sent to until the system gives up, if ever. Pings also keep connections open that proxies close when idle. A client that reads pending
 * data is alive, however slowly.
 */
export function watchLife(socket: AskedSocket, every = EVERY): void {
  let silent = 0
  let waiting = 0
  const isAlive = () => {
    silent = 0
  }
  socket.on('pong', isAlive)
  socket.on('message', isAlive)
  const timer = setInterval(() => {
    if (socket.bufferedAmount < waiting) isAlive()
    waiting = socket.bufferedAmount
    if (silent >= PATIENCE) {
      socket.terminate()
      return
    }
    silent += 1
    socket.ping()
  }, every).unref()
  socket.on('close', () => clearInterval(timer))
}
