// Changes with 200 files and 2,000 hunks: from the press on Review to the first hunk, and the rows in the page. `docs/figures.md` has the
// figures of the last run.
import { chromium } from 'playwright-core'
import type { Page } from 'playwright-core'
import { makePlace } from '../../e2e/support/server.ts'

const LIMITS = { ms: 1000, rows: 60 } as const
const FILES = 200
const LINES = Array.from({ length: 100 }, (_, index) => `line ${index + 1}\n`).join('')

const place = await makePlace(
  Object.fromEntries(
    Array.from({ length: FILES }, (_, index) => [`src/file-${String(index).padStart(3, '0')}.txt`, LINES]),
  ),
)
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
})
try {
  const server = await place.start()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(() => window.localStorage.setItem('countersign welcomed', 'yes'))
  await page.goto(await server.signIn())
  await change(page)
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) times.push(await opened(page))
  const median = times.toSorted((a, b) => a - b)[2] ?? Number.NaN
  const rows = await page.locator('[data-change-row]').count()
  say(
    `changes, ${FILES} files, ${FILES * 10} hunks: ${Math.round(median)} ms to the first hunk (limit ${LIMITS.ms}), of ${times.map(Math.round).join(', ')}`,
  )
  say(`rows in the page: ${rows} (limit ${LIMITS.rows})`)
  if (median > LIMITS.ms || rows > LIMITS.rows) process.exitCode = 1
} finally {
  await browser.close()
  await place.remove()
}

/** One command that changes every tenth line of every file. */
async function change(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(`run sed -i 's/0$/0 changed/' src/*.txt`)
  await page.keyboard.press('Enter')
  await page.locator('article[data-steady="true"]').waitFor()
  await page.getByRole('button', { name: /^Allow once/ }).click()
  await page.getByRole('button', { name: 'Review' }).waitFor()
}

/** Milliseconds from the press on Review to the first hunk on the screen. */
async function opened(page: Page): Promise<number> {
  await page
    .getByRole('link', { name: 'Chat', exact: true })
    .click()
    .catch(() => undefined)
  const button = page.getByRole('button', { name: 'Review' })
  await button.waitFor()
  const start = await page.evaluate(() => performance.now())
  await button.click()
  await page.locator('[data-change-row="hunk"] [data-hunk-diff]').first().waitFor()
  await page.getByText('200 files, 2,000 hunks').waitFor()
  const ms = (await page.evaluate(() => performance.now())) - start
  const answered = await page.evaluate(
    () =>
      performance.getEntriesByType('resource').findLast(({ name }) => name.includes('/api/changes'))
        ?.duration,
  )
  say(`round: ${Math.round(ms)} ms, of them ${Math.round(answered ?? 0)} ms for the answer of the server`)
  return ms
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
