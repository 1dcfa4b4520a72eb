import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { approvalFor, call, message, thread } from './support/views.ts'

/** A reloaded page: the thread's skeleton is shown until the thread is there, and nothing jumps. */

const SHOTS = process.env['COUNTERSIGN_SHOTS']
const chat = thread('tidy', { title: 'tidy the release' })
const one = call('tidy', 'one')
const talk = Array.from({ length: 40 }, (_, index) =>
  message('tidy', `m${index}`, {
    role: index % 2 === 0 ? 'user' : 'assistant',
    text:
      index % 2 === 0
        ? `Question ${index}?`
        : 'An answer of some length, with a Swordfish in it. '.repeat(index),
    created_at: 1_790_000_000_000 + index,
  }),
)
const ran = call('tidy', 'ran', {
  state: 'succeeded',
  started_at: 1_790_000_001_500,
  ended_at: 1_790_000_002_000,
})

const CHATS = [
  { name: 'a long chat', state: { messages: talk, calls: [ran] } },
  { name: 'a short one', state: { messages: talk.slice(0, 2) } },
  {
    name: 'one in which a card waits',
    state: { messages: talk, calls: [one], approvals: [approvalFor(one)] },
  },
] as const

for (const { name, state } of CHATS) {
  for (const width of [1280, 390]) {
    test(`${name} is drawn as it was, ${width} wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      const given = snapshot(chat, {
        ...state,
        messages: [...state.messages],
        calls: [...('calls' in state ? state.calls : [])],
        approvals: [...('approvals' in state ? state.approvals : [])],
      })
      // A phone has its cards on a separate page.
      const cards = width < 720 ? 0 : given.approvals.length
      const wire = await fakeWire(page, {
        threads: [chat],
        snapshots: [given],
        waiting: {
          approvals: [...given.approvals],
          calls: given.calls.filter((known) => known.state === 'waiting'),
        },
      })
      await page.goto(wire.url('/t/thr_tidy'))
      await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(cards)
      await settled(page)
      const before = await rowsInView(page, '[data-thread-row]')

      const arrive = await holdSnapshot(page)
      await page.reload()
      await expect(page.locator('[data-skeleton=shape]')).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(0)
      await expectAt(page, '[data-skeleton-row]', before)
      expect(await page.evaluate(() => JSON.stringify({ ...window.sessionStorage }))).not.toMatch(
        /Question|Swordfish|npm/,
      )
      expect(await findings(page)).toEqual([])
      if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/reload-${name}-${width}.png` })

      arrive()
      await expect(page.locator('[data-skeleton]')).toHaveCount(0)
      await expect(page.getByRole('article')).toHaveCount(cards)
      await settled(page)
      await expectAt(page, '[data-thread-row]', before)
      if (cards > 0) await expect(page.getByRole('article')).toBeInViewport({ ratio: 0.9 })
    })
  }
}

test('another width, or a chat that this tab has not seen: plain lines', async ({ page }) => {
  const wire = await fakeWire(page, { threads: [chat], snapshots: [snapshot(chat, { messages: talk })] })
  const first = await holdSnapshot(page)
  await page.goto(wire.url('/t/thr_tidy'))
  await expect(page.locator('[data-skeleton=plain]')).toBeVisible()
  first()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await settled(page)
  const again = await holdSnapshot(page)
  await page.reload()
  await expect(page.locator('[data-skeleton=shape]')).toBeVisible()
  again()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await settled(page)
  const narrow = await holdSnapshot(page)
  await page.goto('about:blank')
  await page.setViewportSize({ width: 500, height: 800 })
  await page.goto(wire.url('/t/thr_tidy'))
  await expect(page.locator('[data-skeleton=plain]')).toBeVisible()
  narrow()
})

test('the side bar is drawn with the page: its place at once, its list with the chat, and nothing moves', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(watchFirstLook)
  const wire = await fakeWire(page, { threads: [chat], snapshots: [snapshot(chat, { messages: talk })] })
  const arrive = await holdSnapshot(page)
  await page.goto(wire.url('/t/thr_tidy'))
  await expect(page.locator('[data-skeleton=plain]')).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Chats' })
  await expect(bar).toBeVisible()
  const before = await page.getByRole('main').boundingBox()
  arrive()
  await expect(page.locator('[data-thread-row]').last()).toBeVisible()
  await expect(bar.getByRole('heading', { name: 'site' })).toBeVisible()
  expect(await page.getByRole('main').boundingBox()).toEqual(before)
  const seen = await page.evaluate(() => window.firstLook)
  expect(seen.moved).toBeLessThan(0.02)
  expect((seen.list ?? Infinity) - (seen.thread ?? 0)).toBeLessThan(1000)
})

declare global {
  interface Window {
    /** Milliseconds at which the thread and the list at its side were there, and how much moved (cumulative layout shift). */
    firstLook: { thread?: number; list?: number; moved: number }
  }
}

function watchFirstLook(): void {
  const seen: Window['firstLook'] = { moved: 0 }
  window.firstLook = seen
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) seen.moved += Number(Reflect.get(shift, 'value'))
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver(() => {
    if (document.querySelector('[data-thread-row]') !== null) seen.thread ??= performance.now()
    if (document.querySelector('[data-side-bar] h2') !== null) seen.list ??= performance.now()
  }).observe(document, { childList: true, subtree: true })
}

/** Holds the thread back until it is released. */
async function holdSnapshot(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/threads/**', async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

/** Waits until the rows are measured and the list has settled. */
async function settled(page: Page): Promise<void> {
  let last = ''
  await expect
    .poll(
      async () => {
        const now = JSON.stringify(await rowsInView(page, '[data-thread-row]'))
        const same = now === last
        last = now
        return same
      },
      { intervals: [300] },
    )
    .toBe(true)
}

/** All visible rows are where they were, to within two pixels. */
async function expectAt(page: Page, rows: string, before: readonly Edges[]): Promise<void> {
  expect(before.length).toBeGreaterThan(0)
  await expect
    .poll(async () => {
      const now = await rowsInView(page, rows)
      return before.filter(
        ([top, bottom]) => !now.some((row) => Math.abs(row[0] - top) <= 2 && Math.abs(row[1] - bottom) <= 2),
      )
    })
    .toEqual([])
}

type Edges = readonly [top: number, bottom: number]

/** The top and bottom of the content in the rows. */
async function rowsInView(page: Page, rows: string): Promise<readonly Edges[]> {
  return page.locator(rows).evaluateAll((found) =>
    found
      .map((row): [number, number] => {
        const { top, bottom } = row.getBoundingClientRect()
        const before = Number.parseFloat(window.getComputedStyle(row).paddingTop)
        return [Math.round(top + before), Math.round(bottom)]
      })
      .filter(([top, bottom]) => bottom > 60 && top < 600),
  )
}
