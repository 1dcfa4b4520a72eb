import { collectionRoutes } from '@countersign/protocol'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testServer, type TestServer } from '../../../testing/running-server.ts'

export interface FolderFigures {
  readonly files: number
  /** CPU time of the server and its descendants, until every file was ready. */
  readonly fullCpuSeconds: number
  readonly fullSeconds: number
  /** From writing one file to finding it, and the CPU time for that. */
  readonly changeSeconds: number
  readonly changeCpuSeconds: number
}

/** Links a folder of many files, waits until all are ready, changes one, and waits until it is found. */
export async function measureFolder(files: number): Promise<FolderFigures> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cs-bench-folder-')))
  for (let at = 0; at < files; at += 1) {
    const below = join(folder, `part${Math.floor(at / 100)}`)
    if (at % 100 === 0) await mkdir(below)
    const words = Array.from({ length: 120 }, (_item, index) => `word${(at * 31 + index * 17) % 4001}`)
    await writeFile(join(below, `file${at}.md`), `# File ${at}\n\n${words.join(' ')}\n`)
  }
  const server = await testServer({})
  try {
    return await measured(server, folder, files)
  } finally {
    await server.close()
    await rm(folder, { recursive: true })
  }
}

async function measured(server: TestServer, folder: string, files: number): Promise<FolderFigures> {
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await server.request(path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return answer.json()
  }
  const made = collectionRoutes.create.reply.parse(await send('POST', '/api/collections', { name: 'Many' }))
  const at = `/api/collections/${made.collection.id}`
  const began = performance.now()
  const before = cpuSeconds()
  await send('POST', `${at}/folders`, { path: folder, confirmed: true })
  for (;;) {
    const { collection } = collectionRoutes.read.reply.parse(await send('GET', at))
    if (collection.documents.ready >= files) break
    await sleep(1000)
  }
  const fullSeconds = (performance.now() - began) / 1000
  const fullCpuSeconds = cpuSeconds() - before
  // Jobs that tidy up after this many files are not part of the next measurement.
  await sleep(5000)
  const changed = performance.now()
  const cpu = cpuSeconds()
  await writeFile(join(folder, 'part7', 'file777.md'), '# Changed\n\nThe xylophone is here now.\n')
  for (;;) {
    const found = collectionRoutes.search.reply.parse(await send('GET', `${at}/search?query=xylophone`))
    if (found.passages.length > 0) break
    await sleep(250)
  }
  return {
    files,
    fullSeconds,
    fullCpuSeconds,
    changeSeconds: (performance.now() - changed) / 1000,
    changeCpuSeconds: cpuSeconds() - cpu,
  }
}

/** Ticks of a second, as Linux counts them. */
const TICKS = 100

/** CPU time of this process and its descendants, including ended ones. */
function cpuSeconds(): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(pid))
  const mine = new Set([process.pid])
  for (let grown = 0; grown !== mine.size;) {
    grown = mine.size
    for (const { pid, parent } of stats) if (mine.has(parent)) mine.add(pid)
  }
  return stats.filter(({ pid }) => mine.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS
}

function statOf(
  pid: string,
): readonly { readonly pid: number; readonly parent: number; readonly ticks: number }[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0)
    return [{ pid: Number(pid), parent: Number(fields[1]), ticks }]
  } catch {
    // It ended in the meantime.
    return []
  }
}
