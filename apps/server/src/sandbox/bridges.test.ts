/** @module-tag slow */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { commandLine, isAlive, markOf } from '../store/embedded/process-mark.ts'
import { sandboxBridges } from './bridges.ts'

const marks = { markOf, isAlive, commandLine }
let folder = ''
let notesFolder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-bridges-'))
  notesFolder = join(folder, 'notes')
  await mkdir(notesFolder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const Note = z.object({
  bridges: z.array(z.object({ pid: z.number(), born: z.string(), socket: z.string() })),
})

async function notes() {
  const names = await readdir(notesFolder)
  const texts = await Promise.all(names.map((name) => readFile(join(notesFolder, name), 'utf8')))
  return texts.flatMap((text) => Note.parse(JSON.parse(text)).bridges)
}

/** Processes whose command line names a socket below the folder of this test, or something else there. */
async function left(part = `UNIX-LISTEN:${folder}`): Promise<readonly string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (line.includes(part)) found.push(pid)
  }
  return found
}

function startServer() {
  const file = fileURLToPath(new URL('testing/hold-sandbox.ts', import.meta.url))
  return spawn(process.execPath, ['--conditions=countersign-source', file, notesFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: folder, SOME_SECRET: 'sk-not-for-bridges' },
  })
}

/** `BRIDGE_KILLS=200` by hand. */
const KILLS = Number(process.env['BRIDGE_KILLS'] ?? 20)

describe.runIf(process.platform === 'linux')('bridges', () => {
  test('they have none of the server’s environment, end with it, and the next one takes away what they used', async () => {
    const server = startServer()
    const [said] = (await once(server.stdout, 'data')) as [Buffer] // a pipe gives buffers
    const bridges = sandboxBridges(notesFolder, marks)
    const mine = await notes()
    // Without a sandbox there are no bridges.
    expect(mine.length > 0).toBe(said.toString().trim() === 'on')
    for (const { pid } of mine) {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8')
      expect(environment.split('\0').filter((one) => one !== '' && !one.startsWith('PATH='))).toEqual([])
    }
    // While it lives they are its own.
    expect(await bridges.endLeft()).toBe(0)
    expect((await left()).length > 0).toBe(mine.length > 0)
    server.kill('SIGKILL')
    await once(server, 'exit')
    await expect.poll(() => left(folder), { timeout: 5_000 }).toEqual([])
    expect(await bridges.endLeft()).toBe(0)
    expect(await readdir(notesFolder)).toEqual([])
    expect((await readdir(folder)).filter((name) => name.startsWith('cs-bridge-'))).toEqual([])
    for (const { socket } of mine) expect(existsSync(socket)).toBe(false)
  }, 60_000)

  test(
    'none is left after many kills, at any moment',
    async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const server = startServer()
        const exited = once(server, 'exit')
        let isUp = false
        const up = once(server.stdout, 'data').then(() => (isUp = true))
        // Every third one when it is up; the others as soon as a bridge is seen on the way there.
        while (!isUp && (kill % 3 === 0 || (await left()).length === 0))
          await new Promise((resume) => setTimeout(resume, 5))
        if (!isUp) await new Promise((resume) => setTimeout(resume, kill % 10))
        void up
        // What tries the sandbox is among them.
        const others = (await left(folder)).filter((pid) => Number(pid) !== server.pid)
        const environments = await Promise.all(
          others.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')),
        )
        expect(environments.join('')).not.toContain('sk-not-for-bridges')
        server.kill(kill % 2 === 0 ? 'SIGKILL' : 'SIGABRT')
        await exited
        await expect.poll(() => left(folder), { timeout: 5_000 }).toEqual([])
      }
    },
    60_000 + KILLS * 5_000,
  )
})

test('a number that another process has by now, or one that is no bridge, is left alone', async () => {
  const other = spawn('sleep', ['60'])
  try {
    const mark = await markOf(other.pid ?? 0)
    const socket = join(notesFolder, 'x.sock')
    const gone = { pid: 4_000_000, born: 'never' }
    const bridge = (born: string) => ({ pid: other.pid, born, socket })
    const note = { server: gone, bridges: [bridge('another time'), bridge(''), bridge(mark?.born ?? '')] }
    await writeFile(join(notesFolder, '4000000.json'), JSON.stringify(note))
    await writeFile(join(notesFolder, 'torn.json'), '{"server":')
    expect(await sandboxBridges(notesFolder, marks).endLeft()).toBe(0)
    expect(other.exitCode ?? other.signalCode).toBeNull()
    expect(await readdir(notesFolder)).toEqual([])
  } finally {
    other.kill('SIGKILL')
  }
})
