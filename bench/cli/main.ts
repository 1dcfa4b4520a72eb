// Cold start of the built command, relative to `node -e 0`: see `docs/figures.md`. `npm run bench:cli [-- runs]`.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../apps/cli/bin/countersign.mjs', import.meta.url))
const BUILT = fileURLToPath(new URL('../../apps/cli/dist/main.js', import.meta.url))
const RUNS = Number(process.argv[2] ?? 21)

interface Candidate {
  readonly name: string
  readonly args: readonly string[]
  readonly input: string
  /** Data folder. */
  readonly home: string
  /** Milliseconds, median. */
  readonly target?: number
  /** A multiple of `node -e 0` in the same run. */
  readonly ratio?: number
}

if (!existsSync(BUILT)) {
  console.error('nothing is built yet: `npm run build`')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
// Open, so that the database of a run as root is inside it.
chmodSync(folder, 0o755)
const [alone, served, quick] = ['alone', 'served', 'quick'].map((name) => join(folder, name))
const work = join(folder, 'work')
mkdirSync(work)

const event = (command: string) =>
  JSON.stringify({
    session_id: 'bench',
    cwd: work,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
  })
const hook = [BIN, 'hook', '--agent', 'claude-code', '--timeout', '600']
const CANDIDATES: readonly Candidate[] = [
  { name: 'node -e 0', args: ['-e', '0'], input: '', home: alone ?? '' },
  { name: 'explain', args: [BIN, 'explain', 'git push'], input: '', home: alone ?? '', target: 150 },
  {
    name: 'hook, no server',
    args: hook,
    input: event('git push && npm test'),
    home: alone ?? '',
    target: 200,
  },
  {
    name: 'hook, server that answers at once',
    args: hook,
    input: event('ls'),
    home: quick ?? '',
    ratio: 1.6,
  },
  { name: 'hook, running server', args: hook, input: event('ls'), home: served ?? '', ratio: 1.6 },
]

/** A server whose only cost is the connection, so that the rest is the time of the hook itself. */
async function startQuick(home: string): Promise<Server> {
  const answers = { '/healthz': { ok: true, boot: 'bench' } } as Readonly<Record<string, object>> // by address
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const body = JSON.stringify(answers[request.url ?? ''] ?? { exit: 0, stdout: '{}\n', stderr: '' })
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  mkdirSync(home)
  writeFileSync(join(home, 'server.json'), JSON.stringify({ pid: process.pid, port, boot: 'bench' }))
  writeFileSync(join(home, 'token'), 'a'.repeat(48))
  return server
}

async function startServed(home: string): Promise<ChildProcess> {
  const env = { ...process.env, COUNTERSIGN_HOME: home, COUNTERSIGN_LOCAL_MODELS: 'off' }
  const server = spawn(process.execPath, [BIN, '--port', '0', work], { env, stdio: 'ignore' })
  while (!existsSync(join(home, 'server.json'))) await pause(100)
  return server
}

async function run({ name, args, input, home }: Candidate): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, args, { env: { ...process.env, COUNTERSIGN_HOME: home } })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  let said = ''
  child.stderr.on('data', (part) => {
    said += String(part)
  })
  child.stdout.resume()
  const [code] = (await once(child, 'close')) as [number | null] // the arguments of `close`
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${said}`)
  return performance.now() - began
}

const quickServer = await startQuick(quick ?? '')
const server = await startServed(served ?? '')
const times = new Map<string, number[]>(CANDIDATES.map(({ name }) => [name, []]))
// Interleaved, so that a busy moment of the machine affects all of them. The first rounds warm up caches and are discarded.
const WARM = 2
for (let round = -WARM; round < RUNS; round += 1) {
  for (const candidate of CANDIDATES) {
    const took = await run(candidate)
    if (round >= 0) times.get(candidate.name)?.push(took)
  }
}
quickServer.close()
server.kill('SIGTERM')
await once(server, 'exit')
rmSync(folder, { recursive: true, force: true })

const median = (name: string) => (times.get(name) ?? []).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
const floor = median('node -e 0')
for (const { name, target, ratio } of CANDIDATES) {
  const ms = median(name)
  const times0 = ms / floor
  const goals = [
    ...(target === undefined ? [] : [`target ${target} ms${ms <= target ? '' : ', missed'}`]),
    ...(ratio === undefined ? [] : [`target ${ratio}${times0 <= ratio ? '' : ', missed'}`]),
  ]
  console.log(
    `${name.padEnd(34)} ${ms.toFixed(0).padStart(5)} ms  ${times0.toFixed(2).padStart(5)} × node -e 0  ${goals.join(', ')}`.trimEnd(),
  )
}
