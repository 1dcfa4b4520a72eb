// The cost of the web app: first loads in kB, a stream of 20,000 chunks at 1,000 per second, and a thread of 5,000 messages.
// `docs/figures.md` has the figures of the last run on a quiet machine.
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { fakeWire, snapshot } from '../../e2e/support/fake-wire.ts'
import { approvalFor, call, message, thread, turnId } from '../../e2e/support/views.ts'
import { loadedBytes } from './loaded-bytes.ts'
import { streamInPage } from './stream-in-page.ts'

const LIMITS = { phone: 170_000, desktop: 230_000, lagMs: 300 } as const
const chat = thread('tidy')
const one = call('tidy', 'one')
const missed: string[] = []

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-background-networking',
  ],
})
try {
  say(`Chromium ${browser.version()}`)
  await firstLoads(browser)
  await stream(browser)
  await longChat(browser)
} finally {
  await browser.close()
}
for (const what of missed) say(`missed: ${what}`)
process.exitCode = missed.length === 0 ? 0 : 1

async function firstLoads(on: Browser): Promise<void> {
  const places = [
    { name: 'phone', path: '/waiting', width: 390 },
    { name: 'desktop', path: '/t/thr_tidy', width: 1280 },
  ] as const
  for (const { name, path, width } of places) {
    const page = await on.newPage({ viewport: { width, height: 844 } })
    const wire = await fakeWire(page, {
      threads: [chat],
      snapshots: [
        snapshot(chat, { messages: [message('tidy', 'go')], calls: [one], approvals: [approvalFor(one)] }),
      ],
      waiting: { approvals: [approvalFor(one)], calls: [one] },
    })
    const bytes = await loadedBytes(page, async () => {
      await page.goto(wire.url(path))
      await page.getByRole('article').waitFor()
    })
    say(`first load, ${name}: ${kB(bytes)} kB of script, gzip (limit ${kB(LIMITS[name])})`)
    if (bytes > LIMITS[name]) missed.push(`first load, ${name}`)
    await page.close()
  }
}

async function stream(on: Browser): Promise<void> {
  const page = await on.newPage({ viewport: { width: 1280, height: 800 } })
  const turn = { id: turnId('tidy'), thread_id: chat.id, state: 'running', error: null } as const
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [snapshot(chat, { messages: [message('tidy', 'go')], turn })],
  })
  await streamInPage(page, { thread: chat, turn: turnId('tidy'), chunks: 20_000, perSecond: 1000 })
  await page.goto(wire.url('/t/thr_tidy'))
  await page.waitForFunction(() => Reflect.has(window, 'streamFigures'), undefined, { timeout: 120_000 })
  const text = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'streamFigures')))
  const { lags, longestFrame } = JSON.parse(text) as { lags: number[]; longestFrame: number } // made in stream-in-page.ts
  const sorted = lags.toSorted((a, b) => a - b)
  const worst = sorted.at(-1) ?? Number.NaN
  say(
    `stream, 20,000 chunks at 1,000/s: lag ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms median, ` +
      `${Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0)} ms 95 %, ${Math.round(worst)} ms at worst (limit ${LIMITS.lagMs}); ` +
      `longest frame ${Math.round(longestFrame)} ms`,
  )
  if (!(worst < LIMITS.lagMs)) missed.push('lag of the stream')
  await page.close()
}

async function longChat(on: Browser): Promise<void> {
  const page: Page = await on.newPage({ viewport: { width: 1280, height: 800 } })
  const messages = Array.from({ length: 5000 }, (_, index) =>
    message('tidy', `m${index}`, {
      role: index % 2 === 0 ? 'user' : 'assistant',
      text: `Message ${index}. Some words, and \`code\`, so that there is something to draw.`,
      created_at: index,
    }),
  )
  const wire = await fakeWire(page, { threads: [chat], snapshots: [snapshot(chat, { messages })] })
  await page.goto(wire.url('/new'))
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  const began = performance.now()
  await page.evaluate(() => {
    window.history.pushState(null, '', '/t/thr_tidy')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.getByText('Message 4999.').waitFor()
  say(`a chat of 5,000 messages is there after ${Math.round(performance.now() - began)} ms`)
  const rows = await page.locator('[data-thread-row]').count()
  say(`rows of it in the page: ${rows}`)
  await page.close()
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
