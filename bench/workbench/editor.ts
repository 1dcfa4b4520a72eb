// 5 MB in 100,000 lines: from the press to the first line, and typing in the middle of it; the same in Monaco, in the same run.
// `docs/figures.md` has the figures of the last run.
import { createReadStream, existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { makePlace } from '../../e2e/support/server.ts'
import { launch, makeChat, rounded, say, share, typed } from './in-browser.ts'

const LIMITS = { ratio: 1.2, keyMs: 50 } as const
const ROUNDS = 5
const KEYS = 80
const BIG = Array.from(
  { length: 100_000 },
  (_, index) => `export const value${String(index).padStart(6, '0')} = 'text of a line' // ..\n`,
).join('')
const FIRST = 'value000000'
/** The visible editor. */
const VISIBLE = '[data-editor="big.ts"] .cm-content'
const MONACO = join(import.meta.dirname, 'node_modules/monaco-editor/min/vs')

/** Fetches the file when the button is pressed, as ours does. */
const PAGE = `<!doctype html><title>Monaco</title><button>open</button><p id=state></p>
<div id=at style="height:800px"></div><script src="/vs/loader.js"></script><script>
require.config({ paths: { vs: '/vs' } })
require(['vs/editor/editor.main'], () => {
  const editor = monaco.editor.create(document.getElementById('at'), { value: 'small', language: 'typescript', automaticLayout: true })
  document.querySelector('button').onclick = async () => {
    const text = await (await fetch('/big.ts')).text()
    editor.setModel(monaco.editor.createModel(text, 'typescript'))
  }
  document.getElementById('state').textContent = 'ready'
})
</script>`

interface Figures {
  readonly open: number
  readonly key: number
}

const missed: string[] = []
const browser = await launch()
try {
  say(`a file of ${(BIG.length / 1e6).toFixed(1)} MB, 100,000 lines; ${KEYS} keys in its middle`)
  const own = await ours(browser)
  tell('ours', own)
  const peer = existsSync(MONACO) ? await monaco(browser) : undefined
  if (peer === undefined) say('Monaco: not installed, not measured')
  else tell('Monaco 0.57', peer)
  if (peer !== undefined && own.open > peer.open * LIMITS.ratio)
    missed.push(`opening takes ${(own.open / peer.open).toFixed(2)} × Monaco (limit ${LIMITS.ratio})`)
  if (own.key > LIMITS.keyMs) missed.push(`typing, p95 ${Math.round(own.key)} ms (limit ${LIMITS.keyMs})`)
} finally {
  await browser.close()
}
for (const what of missed) say(`missed: ${what}`)
process.exitCode = missed.length === 0 ? 0 : 1

function tell(name: string, { open, key }: Figures): void {
  say(`${name}: open ${Math.round(open)} ms (median of ${ROUNDS}); key to text p95 ${Math.round(key)} ms`)
}

async function ours(on: Browser): Promise<Figures> {
  const place = await makePlace({ 'big.ts': BIG, 'small.ts': 'export const one = 1\n' })
  try {
    const server = await place.start()
    const page = await on.newPage({ viewport: { width: 1440, height: 900 } })
    const thread = await makeChat(page, server)
    const big = page
      .getByRole('tree', { name: 'Files of this folder' })
      .getByRole('treeitem', { name: /big\.ts/ })
    const opens: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      // A small file first, so that the editor's code is loaded, as Monaco's is.
      await page.goto(`${server.address}w/${thread}?open=editor&path=small.ts`)
      await page.locator('[data-editor] .cm-content').filter({ hasText: 'one' }).waitFor()
      opens.push(await pressed(page, big, '.cm-content'))
      // The next round starts without it.
      if (round < ROUNDS - 1) await page.evaluate(() => window.localStorage.clear())
    }
    say(`ours, press to first line: ${rounded(opens)} ms`)
    await page.locator('[data-editor="big.ts"] .cm-content').click()
    await page.keyboard.press('Control+End')
    for (let up = 0; up < 40; up += 1) await page.keyboard.press('PageUp')
    return { open: share(opens, 0.5), key: share(await typed(page, VISIBLE, KEYS), 0.95) }
  } finally {
    await place.remove()
  }
}

/** Milliseconds from a press to the frame in which the first line is in the field. */
async function pressed(page: Page, on: Locator, field: string): Promise<number> {
  await on.hover()
  const begun = performance.now()
  await page.mouse.down()
  await page.mouse.up()
  await page.locator(field).filter({ hasText: FIRST }).first().waitFor()
  return performance.now() - begun
}

async function monaco(on: Browser): Promise<Figures> {
  const server = serveMonaco()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  try {
    const page = await on.newPage({ viewport: { width: 1440, height: 900 } })
    const opens: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.goto(`http://127.0.0.1:${port}/`)
      await page.getByText('ready').waitFor()
      opens.push(await pressed(page, page.getByRole('button', { name: 'open' }), '.view-lines'))
    }
    say(`Monaco, press to first line: ${rounded(opens)} ms`)
    await page.locator('.view-lines').click()
    await page.keyboard.press('Control+End')
    for (let up = 0; up < 40; up += 1) await page.keyboard.press('PageUp')
    return { open: share(opens, 0.5), key: share(await typed(page, '.view-lines', KEYS), 0.95) }
  } finally {
    server.close()
  }
}

function serveMonaco(): Server {
  return createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(PAGE)
    } else if (path === '/big.ts') {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.end(BIG)
    } else if (path.startsWith('/vs/')) {
      const type = path.endsWith('.css') ? 'text/css' : 'text/javascript'
      response.writeHead(200, { 'content-type': type })
      createReadStream(join(MONACO, path.slice('/vs'.length)))
        .on('error', () => response.destroy())
        .pipe(response)
    } else response.writeHead(404).end()
  })
}
