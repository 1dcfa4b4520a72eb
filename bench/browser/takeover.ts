// Takeover: from a key that is pressed in the pane until the frame with its change is drawn. The real server, socket, pane and page, on this
// machine without a graphics card. See `docs/figures.md`. `npm run bench:browser -- --takeover`.
import { loadavg } from 'node:os'
import { chromium } from 'playwright-core'
import type { Page } from 'playwright-core'
import { browserScene } from '../../e2e/support/browser-scene.ts'

const KEYS = 100
/** The first keys warm up both browsers. */
const WARM = 10
/** Milliseconds between two keys: a person who types fast. */
const APART = 120
const MOST = 150

/** Every key turns the page the other colour. */
const SITE = `<!doctype html><title>Colours</title><body style="margin:0;background:#fff;height:100vh">
<script>let on=false;addEventListener('keydown',()=>{on=!on;document.body.style.background=on?'#000':'#fff'})</script>`

interface Pressed {
  readonly times: readonly number[]
  readonly lost: number
}

export async function takeover(executablePath: string, say: (line: string) => void): Promise<void> {
  const scene = await browserScene()
  const viewer = await chromium.launch({ executablePath, chromiumSandbox: false })
  try {
    scene.village.serve('vat.elsterhof.example/2026-10', SITE)
    const server = await scene.place.start()
    const page = await viewer.newPage({ viewport: { width: 1440, height: 900 } })
    await open(page, await server.signIn())
    const before = loadavg()[0]?.toFixed(1)
    const { times, lost } = await press(page)
    const sorted = times.toSorted((a, b) => a - b)
    const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? Number.NaN)
    const p95 = at(0.95)
    say('\n## Takeover\n')
    say(
      `- key to pixel, ${times.length} keys, load ${before} to ${loadavg()[0]?.toFixed(1)}: median ${at(0.5)} ms, p95 ${p95} ms, worst ${at(1 - 1e-9)} ms (at most ${MOST} ms)${p95 > MOST ? ' missed' : ''}; ${lost} not seen within ${SEEN_WITHIN} ms`,
    )
  } finally {
    await viewer.close()
    await scene.remove()
  }
}

/** Lets the agent open the site, and takes the browser in its pane. */
async function open(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => window.localStorage.setItem('countersign welcomed', 'yes'))
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Message' }).fill('Open the return')
  await page.keyboard.press('Enter')
  const yes = page.getByRole('button', { name: /^Allow for this chat/ })
  const done = page.getByText('Done.', { exact: true })
  // A card that has just moved takes no press.
  while (!(await done.isVisible())) {
    await yes.click({ timeout: 2000 }).catch(() => undefined)
    await done.waitFor({ timeout: 3000 }).catch(() => undefined)
  }
  const thread = /thr_[0-9a-f]+/.exec(page.url())?.[0] ?? ''
  await page.goto(new URL(`/pane/browser?in=${thread}`, page.url()).href)
  await page.getByRole('button', { name: 'Take over' }).click()
  await page.getByText('You have the browser.').waitFor()
  await page.getByRole('application').focus()
}

const SEEN_WITHIN = 2000

/** Presses the keys, and measures in the page from the event to the frame after the one in which the new picture was drawn. */
async function press(page: Page): Promise<Pressed> {
  await page.evaluate((within: number) => {
    const image = document.querySelector<HTMLImageElement>('[role=application] img')
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    if (image === null || canvas === null) throw new Error('there is no picture')
    const isDark = () => {
      canvas.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1)
      return (canvas.getImageData(0, 0, 1, 1).data[0] ?? 0) < 128
    }
    let pressed: { readonly at: number; readonly was: boolean } | undefined
    let told: ((ms: number) => void) | undefined
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => (pressed = { at: timeStamp, was: isDark() }),
      true,
    )
    image.addEventListener('load', () => {
      const waits = pressed
      if (waits === undefined || isDark() === waits.was) return
      pressed = undefined
      // The picture is drawn in the next frame; the message comes after it.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => told?.(performance.now() - waits.at))
        port1.start()
        port2.postMessage(0)
      })
    })
    Object.assign(window, {
      nextKey: () =>
        new Promise<number>((tell) => {
          told = tell
          setTimeout(() => tell(-1), within)
        }),
    })
  }, SEEN_WITHIN)
  const times: number[] = []
  let lost = 0
  for (let at = 0; at < WARM + KEYS; at += 1) {
    const [ms] = await Promise.all([
      page.evaluate(async () => (window as unknown as { nextKey(): Promise<number> }).nextKey()), // made above
      page.keyboard.press('k'),
    ])
    if (at >= WARM && ms >= 0) times.push(ms)
    if (at >= WARM && ms < 0) lost += 1
    await page.waitForTimeout(APART)
  }
  return { times, lost }
}
