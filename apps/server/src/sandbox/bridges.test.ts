import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { commandLine, isAlive, markOf } from '../store/embedded/process-mark.ts'
import { sandboxBridges } from './bridges.ts'

const marks = { markOf, isAlive, commandLine }
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-bridges-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const Note = z.object({
  bridges: z.array(z.object({ pid: z.number(), born: z.string(), socket: z.string() })),
})

async function notes() {
  const names = await readdir(folder)
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.flatMap((text) => Note.parse(JSON.parse(text)).bridges)
}

test('bridges of a server that was killed are ended by the next one, and nobody else’s', async () => {
  const file = fileURLToPath(new URL('testing/hold-sandbox.ts', import.meta.url))
  const server = spawn(process.execPath, ['--conditions=countersign-source', file, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(server.stdout, 'data')) as [Buffer] // a pipe gives buffers
  const left = await notes()
  // Where the machine has no sandbox there are no bridges.
  expect(left.length > 0).toBe(said.toString().trim() === 'on')

  const bridges = sandboxBridges(folder, marks)
  // While it lives they are its own.
  expect(await bridges.endLeft()).toBe(0)
  server.kill('SIGKILL')
  await once(server, 'exit')
  for (const bridge of left) expect(await isAlive(bridge)).toBe(true)

  expect(await bridges.endLeft()).toBe(left.length)
  for (const bridge of left) {
    while (await isAlive(bridge)) await new Promise((resume) => setTimeout(resume, 20))
    expect(existsSync(bridge.socket)).toBe(false)
  }
  expect(await readdir(folder)).toEqual([])
})

test('a number that another process has by now, or one that is no bridge, is left alone', async () => {
  const other = spawn('sleep', ['60'])
  try {
    const mark = await markOf(other.pid ?? 0)
    const socket = join(folder, 'x.sock')
    const gone = { pid: 4_000_000, born: 'never' }
    const bridge = (born: string) => ({ pid: other.pid, born, socket })
    const note = { server: gone, bridges: [bridge('another time'), bridge(''), bridge(mark?.born ?? '')] }
    await writeFile(join(folder, '4000000.json'), JSON.stringify(note))
    await writeFile(join(folder, 'torn.json'), '{"server":')
    expect(await sandboxBridges(folder, marks).endLeft()).toBe(0)
    expect(other.exitCode ?? other.signalCode).toBeNull()
    expect(await readdir(folder)).toEqual([])
  } finally {
    other.kill('SIGKILL')
  }
})
