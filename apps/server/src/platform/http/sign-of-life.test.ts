import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { watchLife } from './sign-of-life.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A socket whose other end does what the test says. */
function fakeSocket() {
  const listeners = new Map<string, (() => void)[]>()
  const say = (event: 'pong' | 'message' | 'close') => {
    for (const listener of listeners.get(event) ?? []) listener()
  }
  const socket = {
    bufferedAmount: 0,
    pings: 0,
    ended: false,
    answers: true,
    ping() {
      this.pings += 1
      if (this.answers) say('pong')
    },
    terminate() {
      this.ended = true
      say('close')
    },
    on(event: string, listener: () => void) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
    },
    say,
  }
  watchLife(socket, 1000)
  return socket
}

test('who answers stays; who does not is let go, and not asked any more', () => {
  const socket = fakeSocket()
  vi.advanceTimersByTime(100_000)
  expect(socket).toMatchObject({ pings: 100, ended: false })
  socket.answers = false
  vi.advanceTimersByTime(2000)
  expect(socket.ended).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(socket).toMatchObject({ pings: 102, ended: true })
  expect(vi.getTimerCount()).toBe(0)
})

test.each<[string, (socket: ReturnType<typeof fakeSocket>) => void]>([
  ['speaks', (socket) => socket.say('message')],
  ['takes what waits for it, slowly', (socket) => (socket.bufferedAmount -= 1)],
])('whoever %s is there', (_what, signOfLife) => {
  const socket = fakeSocket()
  socket.answers = false
  socket.bufferedAmount = 1000
  for (let second = 0; second < 60; second += 1) {
    vi.advanceTimersByTime(1000)
    signOfLife(socket)
  }
  expect(socket.ended).toBe(false)
  vi.advanceTimersByTime(4000)
  expect(socket.ended).toBe(true)
})

test('over a real line a client that is deaf is let go, one that hears is not', async () => {
  vi.useRealTimers()
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) => watchLife(socket, 400))
  await once(server, 'listening')
  const address = server.address()
  const url = `ws://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const hears = new WebSocket(url)
  const deaf = new WebSocket(url, { autoPong: false })
  await once(deaf, 'close')
  expect(hears.readyState).toBe(WebSocket.OPEN)
  hears.terminate()
  server.close()
})
