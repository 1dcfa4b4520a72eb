/** @module-tag slow */
import { collectionRoutes } from '@countersign/protocol'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newDatabase } from '../../../store/testing/grounds.ts'

const FILES = 120
const KILLS = 4

/** A server process, and how it is asked. */
interface Library {
  readonly child: ChildProcess
  send(method: string, path: string, body?: object): Promise<unknown>
}

describe.each(['embedded', 'external'])('a server on an %s database that is killed', (kind) => {
  let folder: string
  let databaseUrl: string | undefined
  /** Servers that run, so that a test that fails leaves none behind. */
  const running = new Set<ChildProcess>()
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cs-killed-'))
    // The embedded database runs as another user when we are root, and must be able to walk in.
    await chmod(folder, 0o755)
    databaseUrl = kind === 'external' ? await newDatabase() : undefined
    for (const name of ['workspace', 'linked']) await mkdir(join(folder, name))
    for (let index = 0; index < FILES; index += 1)
      await writeFile(
        join(folder, 'linked', `file${index}.md`),
        `# File ${index}\n\nNeedle${index} lies in the harbour.\n\n## More\n\n${`word${index % 9} `.repeat(60)}\n`,
      )
  })
  afterEach(async () => {
    await Promise.all([...running].map(kill))
    await rm(folder, { recursive: true, force: true })
  })

  async function start(): Promise<Library> {
    const program = join(import.meta.dirname, '..', 'testing', 'library-server.ts')
    const args = [
      join(folder, 'home'),
      join(folder, 'workspace'),
      ...(databaseUrl === undefined ? [] : [databaseUrl]),
    ]
    const child = spawn(
      process.execPath,
      ['--conditions=countersign-source', '--no-warnings', program, ...args],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    running.add(child)
    child.once('exit', () => running.delete(child))
    for await (const line of createInterface(child.stdout)) {
      if (!line.startsWith('{"port"')) continue
      const { port, key } = JSON.parse(line) as { port: number; key: string } // printed by the program
      return {
        child,
        async send(method, path, body) {
          const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
            method,
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          })
          const json: unknown = await answer.json()
          return json
        },
      }
    }
    throw new Error('the server did not start')
  }

  async function kill(child: ChildProcess): Promise<void> {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  test('while it reads, indexes and merges: nothing is lost and nothing is there twice', async () => {
    let library = await start()
    const made = collectionRoutes.create.reply.parse(
      await library.send('POST', '/api/collections', { name: 'All' }),
    )
    const at = `/api/collections/${made.collection.id}`
    const ready = async () =>
      collectionRoutes.read.reply.parse(await library.send('GET', at)).collection.documents.ready
    await library.send('POST', `${at}/folders`, { path: join(folder, 'linked') })
    for (let round = 1; round <= KILLS; round += 1) {
      const enough = Math.floor((FILES * round) / (KILLS + 1))
      await vi.waitFor(async () => expect(await ready()).toBeGreaterThanOrEqual(enough), {
        timeout: 60_000,
        interval: 20,
      })
      await kill(library.child)
      library = await start()
    }
    await vi.waitFor(async () => expect(await ready()).toBe(FILES), { timeout: 120_000, interval: 200 })
    for (let index = 0; index < FILES; index += 7) {
      const found = collectionRoutes.search.reply.parse(
        await library.send('GET', `${at}/search?query=needle${index}`),
      )
      const having = found.passages.filter(({ text }) => text.includes(`Needle${index} `))
      expect(having.map(({ document }) => document)).toEqual([`file${index}.md`])
      expect(new Set(found.passages.map(({ id }) => id)).size).toBe(found.passages.length)
    }
    const { collection } = collectionRoutes.read.reply.parse(await library.send('GET', at))
    expect(collection.passages).toBe(FILES * 2)
    expect(collection.documents).toMatchObject({
      ready: FILES,
      failed: 0,
      queued: 0,
      reading: 0,
      indexing: 0,
    })
  }, 300_000)
})
