import { spawn } from 'node:child_process'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { lookAtPeer } from './peer.ts'

const started: { kill(): void }[] = []
afterEach(() => {
  for (const one of started.splice(0)) one.kill()
})

/** Listens, starts a process that connects by the script, and gives the connection. */
async function connection(host: string, script: (port: number) => readonly string[]): Promise<Socket> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, host, listening))
  const { port } = server.address() as AddressInfo // it listens on a port
  const came = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const child = spawn('bash', ['-c', ...script(port)], { stdio: 'ignore', detached: true })
  started.push({
    kill: () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      server.close()
    },
  })
  const socket = await came
  socket.on('error', () => undefined)
  return socket
}

const NODE = `'${process.execPath}' -e "require('net').connect({host:process.argv[1],port:Number(process.argv[2])});setInterval(()=>{},1e3)"`

test.each([
  ['directly', '127.0.0.1', (port: number) => [`exec 3<>/dev/tcp/127.0.0.1/${port}; sleep 60`]],
  ['over IPv6', '::1', (port: number) => [`${NODE} ::1 ${port}`]],
  [
    'by an IPv4 address in an IPv6 socket',
    '127.0.0.1',
    (port: number) => [`${NODE} ::ffff:127.0.0.1 ${port}`],
  ],
  [
    'by a grandchild in a session of its own',
    '127.0.0.1',
    (port: number) => [`(setsid bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}; sleep 60' & wait)`],
  ],
])('a process that connects %s is known, and so is who started it', async (_how, host, script) => {
  const socket = await connection(host, script)
  const { localPort, remoteAddress, remotePort } = socket
  const ends = { localPort, remoteAddress, remotePort }
  expect(await lookAtPeer(ends, new Set([process.pid]))).toMatchObject({ kind: 'ours' })
  expect(await lookAtPeer(ends, new Set([999_999_999]))).toEqual({ kind: 'stranger' })
})

test('a connection that was handed on belongs to everyone who holds it', async () => {
  // The shell keeps the descriptor open and hands it to a child.
  const socket = await connection('127.0.0.1', (port) => [
    `exec 3<>/dev/tcp/127.0.0.1/${port}; sleep 60 & wait`,
  ])
  const { localPort, remoteAddress, remotePort } = socket
  await expect
    .poll(() => lookAtPeer({ localPort, remoteAddress, remotePort }, new Set([process.pid])))
    .toMatchObject({ kind: 'ours' })
})

test.each([
  ['another machine', { localPort: 1, remoteAddress: '192.0.2.1', remotePort: 2 }],
  ['a connection that is gone', { localPort: 1, remoteAddress: '127.0.0.1', remotePort: 2 }],
  ['a socket that says nothing', { localPort: undefined, remoteAddress: undefined, remotePort: undefined }],
])('%s is unknown', async (_what, ends) => {
  expect(await lookAtPeer(ends, new Set())).toEqual({ kind: 'unknown' })
})
