/** @module-tag slow */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { brandBelow } from '../processes/brand.ts'
import { findReaper } from '../processes/reaper.ts'
import { lookAtPeer, type Ends } from './peer.ts'

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
      server.close()
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has already ended.
      }
    },
  })
  const socket = await came
  socket.on('error', () => undefined)
  return socket
}

const NOTHING = {
  localAddress: undefined,
  localPort: undefined,
  remoteAddress: undefined,
  remotePort: undefined,
}

function endsOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): Ends {
  return { localAddress, localPort, remoteAddress, remotePort }
}

/** The process that holds the other end, found as the last one that counts as ours. */
async function pidOf(socket: Socket): Promise<number> {
  const peer = await lookAtPeer(endsOf(socket), new Set([process.pid]))
  if (peer.kind !== 'ours') throw new Error(peer.kind)
  return peer.pid
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
  expect(await lookAtPeer(endsOf(socket), new Set([process.pid]))).toMatchObject({ kind: 'ours' })
  expect(await lookAtPeer(endsOf(socket), new Set([999_999_999]))).toEqual({ kind: 'stranger' })
})

test('what runs below a terminal that a person opened is theirs, unless one of our servers stands between', async () => {
  const socket = await connection('127.0.0.1', (port) => [
    `exec 3<>/dev/tcp/127.0.0.1/${port}; exec sleep 60`,
  ])
  const pid = await pidOf(socket)
  const look = (servers: readonly number[], persons: readonly number[]) =>
    lookAtPeer(endsOf(socket), new Set(servers), new Set(persons))
  expect(await look([process.pid], [pid])).toEqual({ kind: 'stranger' })
  expect(await look([process.pid], [])).toEqual({ kind: 'ours', pid })
  // A server that a person started in their terminal runs commands of its own agent.
  expect(await look([pid, process.ppid], [process.pid])).toEqual({ kind: 'ours', pid })
})

test('a connection that was handed on belongs to everyone who holds it', async () => {
  // The shell keeps the descriptor open and hands it to a child.
  const socket = await connection('127.0.0.1', (port) => [
    `exec 3<>/dev/tcp/127.0.0.1/${port}; sleep 60 & wait`,
  ])
  await expect.poll(() => lookAtPeer(endsOf(socket), new Set([process.pid]))).toMatchObject({ kind: 'ours' })
})

test('what was a stranger’s is ours as soon as one of our processes holds it too', async () => {
  const socket = await connection('127.0.0.1', (port) => [
    `exec 3<>/dev/tcp/127.0.0.1/${port}; sleep 60 & echo $! >&3; wait`,
  ])
  const [written] = (await once(socket, 'data')) as [Buffer] // nothing decodes it
  const child = Number(written.toString())
  const nobody = new Set([999_999_999])
  // Both are known from now on as processes that are not ours, and as those that held a connection last.
  for (let look = 0; look < 3; look += 1)
    expect(await lookAtPeer(endsOf(socket), nobody)).toEqual({ kind: 'stranger' })
  expect(await lookAtPeer(endsOf(socket), new Set([child]))).toEqual({ kind: 'ours', pid: child })
  // Checks at the same moment for different servers share one process table, but not one decision.
  const [before, after] = await Promise.all([
    lookAtPeer(endsOf(socket), nobody),
    lookAtPeer(endsOf(socket), new Set([child])),
  ])
  expect([before.kind, after.kind]).toEqual(['stranger', 'ours'])
})

test.each([
  ['a child that has the brand', (brand: bigint) => `prlimit --locks=${brand}:${brand} sleep 60 & wait`],
  ['the brand itself', (brand: bigint) => `exec prlimit --locks=${brand}:${brand} sleep 60`],
])('a stranger’s program that is given %s is ours from then on', async (_what, script) => {
  const brand = brandBelow()
  if (brand === undefined) throw new Error('this system has no limits to read')
  const socket = await connection('127.0.0.1', (port) => [
    `exec 3<>/dev/tcp/127.0.0.1/${port}; read -r _ <&3; ${script(brand)}`,
  ])
  const nobody = new Set([999_999_999])
  expect(await lookAtPeer(endsOf(socket), nobody)).toEqual({ kind: 'stranger' })
  socket.write('go\n')
  await expect.poll(() => lookAtPeer(endsOf(socket), nobody)).toMatchObject({ kind: 'ours' })
})

test('holders that come and go while they are looked for never make a stranger of us', async () => {
  const brand = brandBelow()
  if (brand === undefined) throw new Error('this system has no limits to read')
  // Each holder starts the next one and ends: the table is always a little older than the last of them. Only the brand connects them with us.
  const relay = `relay() { if [ "$1" -gt 0 ]; then ( sleep 0.01; relay $(($1 - 1)) ) & fi; }; relay 300`
  const socket = await connection('127.0.0.1', (port) => [
    `ulimit -x ${brand}; exec 3<>/dev/tcp/127.0.0.1/${port}; ${relay}; sleep 0.2`,
  ])
  const kinds = new Set<string>()
  const end = performance.now() + 2000
  while (performance.now() < end) kinds.add((await lookAtPeer(endsOf(socket), new Set([process.pid]))).kind)
  expect(kinds).not.toContain('stranger')
})

test('a process that killed who watched it still carries its brand, under another parent and with an empty environment', async (context) => {
  const reaper = await findReaper()
  if (reaper === undefined) return context.skip('there is no reaper on this machine')
  const socket = await connection('127.0.0.1', (port) => {
    const away = `kill -9 $PPID; exec 3<>/dev/tcp/127.0.0.1/${port}; sleep 60`
    const { file, args } = reaper({ file: 'env', args: ['-i', 'bash', '-c', away] }, { joined: false })
    return ['exec "$@"', 'bash', file, ...args]
  })
  // No process of the chain is one of our servers any more.
  expect(await lookAtPeer(endsOf(socket), new Set([999_999_999]))).toMatchObject({ kind: 'ours' })
})

test('two connections with the same port numbers are told apart by their addresses', async () => {
  // The one that a person’s program holds, and the one that a process of ours makes to look like it.
  const ofPerson = await connection('127.0.0.1', (port) => [`exec 3<>/dev/tcp/127.0.0.1/${port}; sleep 60`])
  const { localPort: port = 0, remotePort: from = 0 } = ofPerson
  const beside = createServer().listen(port, '::1')
  const came = new Promise<Socket>((resolve) => beside.once('connection', resolve))
  const twin = connect({ host: '::1', port, localAddress: '::1', localPort: from })
  const socket = await came
  try {
    const shell = await pidOf(ofPerson)
    expect(await lookAtPeer(endsOf(socket), new Set([shell]))).toEqual({ kind: 'stranger' })
    expect(await lookAtPeer(endsOf(ofPerson), new Set([shell]))).toMatchObject({ kind: 'ours' })
  } finally {
    twin.destroy()
    beside.close()
  }
})

test('a connection whose program let go of it is not one of a program that cannot be seen', async () => {
  const socket = await connection('127.0.0.1', (port) => [`exec 3<>/dev/tcp/127.0.0.1/${port}; kill -9 $$`])
  const look = () => lookAtPeer(endsOf(socket), new Set([process.pid]))
  await expect.poll(look, { timeout: 10_000 }).toEqual({ kind: 'gone' })
})

test('a connection from an address of this machine that is not loopback is looked at too', async (context) => {
  const own = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.internal === false && one.family === 'IPv4')?.address
  if (own === undefined) return context.skip('this machine has no address but loopback')
  const socket = await connection(own, (port) => [`exec 3<>/dev/tcp/${own}/${port}; sleep 60`])
  expect(await lookAtPeer(endsOf(socket), new Set([process.pid]))).toMatchObject({ kind: 'ours' })
})

test('a chain of processes that is too long to follow is none of a stranger', async () => {
  const nest = `f() { if [ "$1" -gt 0 ]; then ( f $(($1 - 1)) $2; true ); else exec 3<>/dev/tcp/127.0.0.1/$2; sleep 60; fi; }; f 105`
  const socket = await connection('127.0.0.1', (port) => [`${nest} ${port}; true`])
  expect(await lookAtPeer(endsOf(socket), new Set([process.pid]))).toEqual({ kind: 'gone' })
})

test.each([
  ['another machine', { remoteAddress: '192.0.2.1', remotePort: 2 }],
  ['a socket that says nothing', {}],
])('%s is unknown', async (_what, ends) => {
  expect(await lookAtPeer({ ...NOTHING, ...ends }, new Set())).toEqual({ kind: 'unknown' })
})
