import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { stepTo } from './support/cards.ts'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import type { FakeWire } from './support/fake-wire.ts'
import { outOfSight, tooSmall } from './support/measures.ts'
import { PAGES, PHONE_ONLY } from './support/places.ts'
import { API, CHAT, SNAPSHOT, WAITING } from './support/scene.ts'

/** Checks that axe lacks: large text, touch targets, forced colours, and the page as a screen reader presents it. */

const ALL = [...PAGES, ...PHONE_ONLY]

async function open(page: Page): Promise<FakeWire> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return fakeWire(page, {
    threads: [CHAT],
    snapshots: [snapshot(CHAT, SNAPSHOT)],
    waiting: WAITING,
    api: API,
  })
}

test.describe('a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('everything that can be pressed is at least 44 pixels high and wide', async ({ page }) => {
    test.slow()
    const wire = await open(page)
    for (const [path, heading] of ALL) {
      await page.goto(wire.url(path))
      await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeAttached()
      expect(await page.evaluate(tooSmall), path).toEqual([])
    }
  })

  test('twice the text: nothing is wider than the screen, nothing is cut', async ({ page }) => {
    test.slow()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    const wire = await open(page)
    for (const [path, heading] of ALL) {
      await page.goto(wire.url(path))
      await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeAttached()
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
      expect(await page.evaluate(outOfSight), path).toEqual([])
    }
  })
})

test('colours of the person: drawings in theirs, the one filled button is filled, what is chosen has an edge', async ({
  page,
}) => {
  const wire = await open(page)
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto(wire.url('/t/thr_tidy'))
  const card = page.getByRole('article').last()
  await expect(card).toBeVisible()
  const text = await page.evaluate(() => getComputedStyle(document.body).color)
  const colours = await page
    .locator('[data-mark], [data-rail]')
    .evaluateAll((drawings) => drawings.map((drawing) => getComputedStyle(drawing).color))
  expect(new Set(colours)).toEqual(new Set([text]))
  const fill = async (name: RegExp): Promise<string> =>
    card.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor)
  expect(await fill(/^Allow once/)).not.toBe(await fill(/^Deny/))

  await page.goto(wire.url('/settings/permissions'))
  const edge = async (name: string): Promise<string> =>
    page
      .locator('label', { has: page.getByRole('radio', { name: new RegExp(`^${name}`) }) })
      .evaluate((label) => getComputedStyle(label).outlineStyle)
  await expect(page.getByRole('radio', { name: /^Ask/ })).toBeChecked()
  expect(await edge('Ask')).toBe('solid')
  expect(await edge('Plan')).toBe('none')
})

test('words of others say their language, or that it is not known; those of the page are English', async ({
  page,
}) => {
  const said = {
    ...SNAPSHOT,
    messages: (SNAPSHOT.messages ?? []).map((one) => ({ ...one, text: 'リリースを整理する。' })),
  }
  const wire = await fakeWire(page, { threads: [CHAT], snapshots: [snapshot(CHAT, said)], waiting: WAITING })
  await page.goto(wire.url('/t/thr_tidy'))
  await expect(page.locator('[data-role=user] [lang=ja]').first()).toContainText('リリース')
  await expect(page.locator('[data-role=assistant] [lang=ja]').first()).toContainText('リリース')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(await findings(page)).toEqual([])
  // In the thread the agent's words are above the card; elsewhere they are on the card.
  await page.goto(wire.url('/waiting'))
  await expect(page.locator('blockquote [lang=""]').first()).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('a card as a screen reader has it: named, described, its answers name their object; the focus comes and goes back', async ({
  page,
}) => {
  const wire = await open(page)
  await page.goto(wire.url('/t/thr_tidy'))
  const card = page.getByRole('article', { name: 'Run a command' })
  await expect(card).toBeVisible()
  const tree = await card.ariaSnapshot()
  await test.info().attach('card.yaml', { body: tree })
  expect(tree).toContain('article "Run a command')
  const answers = [...tree.matchAll(/button "([^"]+)"/g)].map(([, name]) => name)
  const command = 'npm run build && npm publish --dry-run | tee publish.log'
  expect(answers.filter((name) => name?.startsWith('Allow once'))).toEqual([`Allow once: ${command}`])
  expect(answers.at(-1)).toBe(`Deny: ${command}`)
  await expect(card).toHaveAccessibleDescription(/~\/code\/site.*npm publish --dry-run.*no rule covers this/s)

  // One live region announces arrivals; streaming text is not read out.
  await expect(page.getByRole('log')).toHaveAttribute('aria-live', 'off')
  await expect(page.locator('[data-voice=polite]')).toHaveCount(1)
  await expect(page.locator('[data-voice=assertive]')).toHaveCount(1)
  expect(await page.getByRole('main').count()).toBe(1)

  const field = page.getByRole('textbox', { name: 'Message' })
  await field.focus()
  await stepTo(page, card)
  await page.keyboard.press('Tab')
  const inside = await card.evaluate((article) => article.contains(document.activeElement))
  expect(inside).toBe(true)
  await page.keyboard.press('Escape')
  await expect(field).toBeFocused()
})
