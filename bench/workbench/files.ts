// A folder of 30,000 files in the tree: the number of watches on the server, their memory, and when a change on disk becomes visible.
// `docs/figures.md` has the figures of the last run.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makePlace } from '../../e2e/support/server.ts'
import { launch, makeChat, rounded, say, share } from './in-browser.ts'

const LIMITS = { watches: 100, memory: 20, seenMs: 200 } as const
const FOLDERS = 300
const PER_FOLDER = 100
const missed: string[] = []

const browser = await launch()
const place = await makePlace({ 'README.md': '# Many\n' })
try {
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const path = join(place.workspace, `part-${Math.floor(folder / 20)}`, `folder-${folder}`)
    await mkdir(path, { recursive: true })
    for (let file = 0; file < PER_FOLDER; file += 1)
      await writeFile(join(path, `file-${file}.ts`), 'export const one = 1\n')
  }
  const server = await place.start()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const thread = await makeChat(page, server)
  const before = await residentMegabytes(server.pid)
  await page.goto(`${server.address}w/${thread}?open=editor&path=README.md`)
  const tree = page.getByRole('tree', { name: 'Files of this folder' })
  for (const name of [/^part-0\b/, /^folder-0\b/, /^folder-1\b/])
    await tree.getByRole('treeitem', { name }).first().click()
  await tree
    .getByRole('treeitem', { name: /file-0\.ts/ })
    .first()
    .waitFor()
  const watches = await watchesOf(server.pid)
  const grown = (await residentMegabytes(server.pid)) - before
  tell(`${FOLDERS * PER_FOLDER} files, watches`, watches, LIMITS.watches, '')
  tell('memory that the server grew by', grown, LIMITS.memory, ' MB')
  const seen: number[] = []
  for (let round = 0; round < 10; round += 1) {
    // At the top of an unfolded folder, because rows out of view are not rendered.
    const name = `0-seen-${round}.md`
    const shown = tree.getByRole('treeitem', { name: new RegExp(`^${name}`) }).waitFor()
    const begun = performance.now()
    await writeFile(join(place.workspace, 'part-0/folder-0', name), 'now\n')
    await shown
    seen.push(performance.now() - begun)
  }
  say(`a change on disk to the tree: ${rounded(seen)} ms`)
  tell('a change on disk to the tree, median', share(seen, 0.5), LIMITS.seenMs, ' ms')
} finally {
  await browser.close()
  await place.remove()
}
for (const what of missed) say(`missed: ${what}`)
process.exitCode = missed.length === 0 ? 0 : 1

function tell(what: string, figure: number, limit: number, unit: string): void {
  say(`${what}: ${Math.round(figure)}${unit} (limit ${limit}${unit})`)
  if (!(figure <= limit)) missed.push(what)
}

/** Linux only, because it needs `/proc`. */
async function watchesOf(pid: number): Promise<number> {
  let watches = 0
  for (const name of await readdir(`/proc/${pid}/fdinfo`)) {
    const text = await readFile(`/proc/${pid}/fdinfo/${name}`, 'utf8').catch(() => '')
    watches += text.split('\n').filter((line) => line.startsWith('inotify')).length
  }
  return watches
}

async function residentMegabytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? Number.NaN) / 1024
}
