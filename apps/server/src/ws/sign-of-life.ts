/** A socket, as far as it is asked whether someone is at its other end. */
export interface AskedSocket {
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number
  ping(): void
  /** Ends it without waiting for the other end. */
  terminate(): void
  on(event: 'pong' | 'message' | 'close', listener: () => void): unknown
}

/** Milliseconds between two looks. */
const EVERY = 30_000
/** Looks in a row without a sign of life after which nobody is there. */
const PATIENCE = 2

/**
 * Asks a client now and then whether it is there, and ends the line of one that is not: a phone out of reach does not say goodbye, and
 * would be counted and sent to until the system gives it up, if ever. It also keeps lines open that proxies close when they are quiet.
 * Whoever takes what waits to be sent is there, however slowly it reads.
 */
export function watchLife(socket: AskedSocket, every = EVERY): void {
  let silent = 0
  let waiting = 0
  const heard = () => {
    silent = 0
  }
  socket.on('pong', heard)
  socket.on('message', heard)
  const timer = setInterval(() => {
    if (socket.bufferedAmount < waiting) heard()
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
