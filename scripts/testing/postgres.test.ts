/** @module-tag slow */
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'

test('a PostgreSQL of our own answers, and is gone after stop', async () => {
  const postgres = await startPostgres()
  const { hostname, port } = new URL(postgres.url)
  expect(hostname).toBe('127.0.0.1')
  expect(await answersSslRequest(Number(port))).toBe('N')
  await postgres.stop()
  await expect(answersSslRequest(Number(port))).rejects.toThrow('ECONNREFUSED')
})

// Every client of PostgreSQL starts with these eight bytes; a server without TLS replies `N`.
function answersSslRequest(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', reject)
    socket.on('data', (data) => {
      socket.destroy()
      resolve(data.toString())
    })
    socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]))
  })
}
