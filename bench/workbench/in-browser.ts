import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import type { RunningServer } from '../../e2e/support/server.ts'

/** The browser for all figures here. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
    ],
  })
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function rounded(times: readonly number[]): string {
  return times.map((time) => Math.round(time)).join(', ')
}

/** The quantile of the times: `part` of them are below the result. */
export function share(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** Signs in, creates a thread, and returns its id. */
export async function makeChat(page: Page, server: RunningServer): Promise<string> {
  await page.addInitScript(() => window.localStorage.setItem('countersign welcomed', 'yes'))
  await page.goto(await server.signIn())
  await page.getByRole('textbox', { name: 'Message' }).fill('list the files')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/t\/thr_/)
  await page.getByText('Contents of the folder').waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Milliseconds from each key to the frame in which its letter is in the text. */
export async function typed(page: Page, text: string, keys: number): Promise<readonly number[]> {
  // Ours is in a shadow root, which only a locator can enter.
  const field = page.locator(text).last()
  const took: number[] = []
  for (let key = 0; key < keys; key += 1) {
    const watching = field.evaluate(
      (element) =>
        new Promise<number>((shown) => {
          const before = element.textContent
          let pressed = Number.NaN
          window.addEventListener('keydown', (event) => (pressed = event.timeStamp), {
            capture: true,
            once: true,
          })
          const look = () => {
            if (element.textContent === before) requestAnimationFrame(look)
            else shown(performance.now() - pressed)
          }
          Reflect.set(window, 'watching', true)
          look()
        }),
    )
    await page.waitForFunction(() => Reflect.get(window, 'watching') === true)
    await page.keyboard.press('x')
    took.push(await watching)
    await page.evaluate(() => Reflect.set(window, 'watching', false))
  }
  return took
}
