/** @module-tag slow */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { startServer, type Started } from './main.ts'
import { openModes } from './open-modes.ts'
import { DAMAGED } from './testing/damaged-files.ts'

// Starts on a data folder in which something is damaged: a sentence that names the file, and no database left behind.

let folder = ''
let home = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-damaged-'))
  await chmod(folder, 0o755)
  home = join(folder, 'home')
  await mkdir(join(folder, 'web'))
  await mkdir(join(folder, 'work'))
  await writeFile(join(folder, 'web', 'index.html'), '<!doctype html>')
  // A folder as a server leaves it.
  const first = await start()
  if (first.kind !== 'started') throw new Error(JSON.stringify(first))
  await first.server.close()
}, 90_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

function start(): Promise<Started> {
  const env = { COUNTERSIGN_HOME: home, COUNTERSIGN_LOG: 'silent', COUNTERSIGN_LOCAL_MODELS: 'off' }
  const read = readConfig(env, { port: 0, workspace: join(folder, 'work') })
  if (!read.ok) throw new Error(read.message)
  return startServer(read.config, { webRoot: join(folder, 'web'), env })
}

/** Processes of a PostgreSQL on this data folder. */
async function databases(): Promise<readonly string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (line.includes('postgres') && line.includes(join(home, 'postgres'))) found.push(pid)
  }
  return found
}

let kept: { readonly path: string; readonly bytes: Buffer } | undefined
beforeEach(() => {
  kept = undefined
})
afterEach(async () => {
  if (kept) await writeFile(kept.path, kept.bytes)
})

test.runIf(process.platform === 'linux').each([...DAMAGED])(
  '%s that holds `%s`',
  async (name, text, words) => {
    const path = join(home, name)
    kept = { path, bytes: await readFile(path) }
    await writeFile(path, text)
    const started = await start()
    expect(started).toMatchObject({ kind: 'refused', message: expect.stringContaining(words) as string })
    expect(await databases()).toEqual([])
  },
  90_000,
)

test('what others can read or change is warned of', async () => {
  const own = await mkdtemp(join(tmpdir(), 'cs-modes-'))
  try {
    await writeFile(join(own, 'token'), 'x', { mode: 0o600 })
    expect(await openModes(own)).toEqual([])
    await chmod(join(own, 'token'), 0o644)
    await chmod(own, 0o777)
    expect(await openModes(own)).toEqual([
      `\`${own}\` can be changed by others on this machine; protect it with \`chmod go-rw ${own}\``,
      `\`${join(own, 'token')}\` can be read by others on this machine; protect it with \`chmod go-rw ${join(own, 'token')}\``,
    ])
  } finally {
    await rm(own, { recursive: true, force: true })
  }
})
