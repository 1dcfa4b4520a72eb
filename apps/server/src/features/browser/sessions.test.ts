/** @module-tag slow */
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserRig, type BrowserRig } from './testing/browser-rig.ts'
import { needsChromium } from './testing/needs-chromium.ts'

needsChromium()

const MINUTE = 60_000
const url = 'http://shop.example/'
let now = 0
let rig: BrowserRig
beforeAll(async () => {
  rig = await browserRig({ now: () => now })
  rig.rules('default', ['browser(domain:shop.example)'])
  rig.answer(() => ({ allow: false }))
  rig.village.serve('shop.example/', '<p>A page</p><script>document.cookie="known=1"</script>')
}, 60_000)
afterAll(() => rig.close())

test('a browser goes half an hour after its last use with its profile, but not while a person has it', async () => {
  await rig.act({ action: 'navigate', url })
  now += 29 * MINUTE
  await rig.act({ action: 'scroll' })
  await rig.act({ action: 'navigate', url })
  now += 29 * MINUTE
  await rig.sessions.closeIdle()
  const { holding } = rig.session()
  const holder = await holding.take()
  if (holder === undefined) throw new Error('Nobody could take the browser.')
  now += 2 * MINUTE
  await rig.sessions.closeIdle()
  await holding.giveBack(holder)
  expect(rig.sessions.threads()).toHaveLength(1)
  await rig.sessions.closeIdle()
  expect(rig.sessions.threads()).toEqual([])
  expect(await rig.act({ action: 'snapshot' })).toMatchObject({ state: 'failed', code: 'no_page' })

  rig.village.arrived.length = 0
  await rig.act({ action: 'navigate', url })
  expect(rig.village.at('shop.example').map(({ headers }) => headers.cookie)).toEqual([undefined])
})

/** The command lines of all processes below this one. */
async function commandLines(): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const read = (pid: string, what: string) => readFile(`/proc/${pid}/${what}`, 'utf8').catch(() => '')
  // The name of the program stands in brackets and may have any character; the state and the parent follow it.
  const parents = await Promise.all(
    pids.map(async (pid) => [pid, /.*\) \S (\d+)/s.exec(await read(pid, 'stat'))?.[1]] as const),
  )
  const below = new Set([String(process.pid)])
  for (let before = 0; before < below.size;) {
    before = below.size
    for (const [pid, parent] of parents) if (parent !== undefined && below.has(parent)) below.add(pid)
  }
  return Promise.all([...below].map((pid) => read(pid, 'cmdline')))
}

test.skipIf(process.platform !== 'linux')(
  'nothing but this process speaks to it: it is controlled over a pipe, and has no port',
  async () => {
    await rig.act({ action: 'navigate', url })
    const lines = await commandLines()
    expect(lines.filter((line) => line.includes('--remote-debugging-pipe'))).not.toEqual([])
    expect(lines.filter((line) => line.includes('remote-debugging-port'))).toEqual([])
  },
)
