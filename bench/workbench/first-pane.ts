// From the URL to the first usable pane, in a browser without cache: the file tree, with a file that can be pressed. The same for
// code-server, if it is installed. `docs/figures.md` has the figures of the last run.
import type { Browser } from 'playwright-core'
import { makePlace } from '../../e2e/support/server.ts'
import { startCodeServer } from './code-server.ts'
import { launch, makeChat, rounded, say, share } from './in-browser.ts'

const LIMIT = 1 / 3
const ROUNDS = 5

const browser = await launch()
const place = await makePlace({ 'README.md': '# Site\n', 'src/money.ts': 'export const cents = 1\n' })
try {
  const server = await place.start()
  const first = await browser.newPage()
  const thread = await makeChat(first, server)
  await first.close()
  const address = async () => {
    const signIn = new URL(await server.signIn())
    return `${signIn.origin}/w/${thread}${signIn.hash}`
  }
  const own = await cold(browser, address, '[role=tree][aria-label="Files of this folder"] [role=treeitem]')
  say(`ours, address to file tree, cold: ${rounded(own)} ms`)
  const peer = await startCodeServer(place.workspace)
  if (peer === undefined) say('code-server: not installed, not measured')
  else {
    const theirs = await cold(browser, async () => peer.address, '.explorer-folders-view .monaco-list-row')
    say(`code-server ${peer.version}, address to file tree, cold: ${rounded(theirs)} ms`)
    await peer.close()
    const ratio = share(own, 0.5) / share(theirs, 0.5)
    say(`ratio of medians: ${ratio.toFixed(2)} (limit ${LIMIT.toFixed(2)})`)
    if (ratio > LIMIT) {
      say('missed: first pane')
      process.exitCode = 1
    }
  }
} finally {
  await browser.close()
  await place.remove()
}

async function cold(on: Browser, address: () => Promise<string>, row: string): Promise<readonly number[]> {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await on.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const target = await address()
    const begun = performance.now()
    await page.goto(target, { waitUntil: 'commit' })
    await page.locator(row).first().waitFor({ timeout: 60_000 })
    took.push(performance.now() - begun)
    await context.close()
  }
  return took
}
