// The editor in a real Chromium, with 500 and 1,000 nodes: opening, frames while panning, zooming and dragging, layout, memory after use.
import type { Page } from 'playwright-core'
import { makePlace, type RunningServer } from '../../e2e/support/server.ts'
import { launch, share } from '../workbench/in-browser.ts'

const MOVES = 120
const MINUTES = Number(process.env['MINUTES'] ?? 1)

function graph(count: number) {
  const columns = 25
  return {
    version: 1,
    name: `${count} nodes`,
    inputs: {},
    outputs: {},
    nodes: Array.from({ length: count }, (_one, at) => ({
      id: `n${at}`,
      type: 'text.trim',
      inputs: at < columns ? { text: 'a' } : {},
    })),
    edges: Array.from({ length: count - columns }, (_one, at) => ({
      from: [`n${at}`, 'text'],
      to: [`n${at + columns}`, 'text'],
    })),
    view: Object.fromEntries(
      Array.from({ length: count }, (_one, at) => [
        `n${at}`,
        { x: (at % columns) * 280, y: Math.floor(at / columns) * 140 },
      ]),
    ),
  }
}

/** Frame times during a pointer action. */
async function frames(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const times: number[] = []
    Reflect.set(window, 'frameTimes', times)
    let last = performance.now()
    const next = (now: number): void => {
      times.push(now - last)
      last = now
      if (Reflect.get(window, 'frameTimes') === times) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  await act()
  const times = await page.evaluate(() => {
    const taken = Reflect.get(window, 'frameTimes') as number[] // set above
    Reflect.set(window, 'frameTimes', null)
    return taken
  })
  return share(times.slice(2), 0.95)
}

async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}

async function measure(server: RunningServer, count: number): Promise<void> {
  const browser = await launch()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(() => window.localStorage.setItem('countersign welcomed', 'yes'))
  await page.goto(await server.signIn())
  await page.getByRole('link', { name: 'Workflows' }).click()
  await page.getByLabel('Import…').setInputFiles({
    name: 'graph.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(graph(count))),
  })
  await page.waitForURL(/\/workflows\/wf_/)
  await page.getByRole('button', { name: 'Canvas', exact: true }).waitFor()
  const open = await page.evaluate(async () => {
    const start = performance.now()
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Canvas',
    )
    button?.click()
    while (document.querySelector('.react-flow__node') === null) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - start
  })
  const pane = page.locator('.react-flow__pane')
  const box = await pane.boundingBox()
  if (box === null) throw new Error('no canvas')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  // Zooms in to a readable size, as people work.
  await page.mouse.move(middle.x, middle.y)
  for (let step = 0; step < 12; step += 1) await page.mouse.wheel(0, -240)
  const pan = await frames(page, async () => {
    await page.mouse.move(middle.x, middle.y - 60)
    await page.mouse.down({ button: 'left' })
    for (let at = 0; at < MOVES; at += 1)
      await page.mouse.move(middle.x + Math.sin(at / 9) * 250, middle.y - 60 + at)
    await page.mouse.up()
  })
  const zoom = await frames(page, async () => {
    for (let at = 0; at < MOVES; at += 1) await page.mouse.wheel(0, at % 40 < 20 ? 60 : -60)
  })
  const node = page.locator('.react-flow__node').first()
  const drag = await frames(page, async () => {
    const at = await node.boundingBox()
    if (at === null) return
    await page.mouse.move(at.x + 30, at.y + 10)
    await page.mouse.down()
    for (let step = 0; step < MOVES; step += 1)
      await page.mouse.move(at.x + 30 + step, at.y + 10 + (step % 30))
    await page.mouse.up()
  })
  const layout = await page.evaluate(async () => {
    const before = document.querySelector('.react-flow__node')?.getAttribute('style')
    const start = performance.now()
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Arrange',
    )
    button?.click()
    const until = start + 20_000
    while (
      document.querySelector('.react-flow__node')?.getAttribute('style') === before &&
      performance.now() < until
    )
      await new Promise(requestAnimationFrame)
    return performance.now() - start
  })
  const first = await heap(page)
  const end = performance.now() + MINUTES * 60_000
  while (performance.now() < end) {
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.down()
    for (let at = 0; at < 40; at += 1) await page.mouse.move(middle.x + Math.sin(at / 5) * 200, middle.y + at)
    await page.mouse.up()
    await page.mouse.wheel(0, 120)
    await page.mouse.wheel(0, -120)
  }
  const last = await heap(page)
  const ms = (time: number): string => `${time.toFixed(1)} ms`
  console.log(
    `${count} nodes: canvas after ${ms(open)}; frame p95 pan ${ms(pan)}, zoom ${ms(zoom)}, drag ${ms(drag)}; layout ${ms(layout)}; ` +
      `heap ${first.toFixed(0)} MB, after ${MINUTES} min ${last.toFixed(0)} MB`,
  )
  await browser.close()
}

const place = await makePlace({})
const server = await place.start()
try {
  for (const count of [500, 1000]) await measure(server, count)
} finally {
  await place.remove()
}
