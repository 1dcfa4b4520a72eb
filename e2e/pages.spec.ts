import { expect, test } from '@playwright/test'
import { findings } from './support/axe.ts'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { PAGES, PHONE_ONLY } from './support/places.ts'
import { API, CHAT, OTHERS, SNAPSHOT, WAITING } from './support/scene.ts'

/**
 * Every page once on a light desktop and once on a dark phone, with COUNTERSIGN_LONG in all four combinations: axe finds nothing, nothing
 * is wider than the screen, nothing moves with reduced motion. With COUNTERSIGN_SHOTS a screenshot of each is saved there.
 */

const DESKTOP = { size: 'desktop', width: 1280, height: 800, pages: PAGES } as const
const PHONE = { size: 'phone', width: 390, height: 844, pages: [...PAGES, ...PHONE_ONLY] } as const
const LONG = process.env['COUNTERSIGN_LONG'] !== undefined
const SHOTS = process.env['COUNTERSIGN_SHOTS']
const LOOKS = [
  { ...DESKTOP, scheme: 'light' },
  { ...PHONE, scheme: 'dark' },
  ...(LONG
    ? ([
        { ...DESKTOP, scheme: 'dark' },
        { ...PHONE, scheme: 'light' },
      ] as const)
    : []),
] as const

for (const { size, width, height, scheme, pages } of LOOKS) {
  test(`every page, ${scheme} ${size}`, async ({ page }) => {
    test.slow()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (said) => {
      if (said.type() === 'error') errors.push(`${said.text()} ${said.location().url}`)
    })
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const wire = await fakeWire(page, {
      threads: [CHAT, ...OTHERS],
      snapshots: [snapshot(CHAT, SNAPSHOT)],
      waiting: WAITING,
      api: API,
    })
    for (const [path, heading, name] of pages) {
      await page.goto(wire.url(path))
      await expect(page.getByRole('heading', { name: heading, exact: true }).first(), path).toBeAttached()
      expect(await findings(page), path).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, path).toBeLessThanOrEqual(0)
      // Lists scroll but the page does not, so its bars stay in place.
      const tall = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
      expect(tall, path).toBeLessThanOrEqual(0)
      expect(await page.evaluate(() => document.getAnimations().length), path).toBe(0)
      if (SHOTS === undefined) continue
      // The list of threads loads after the page.
      if (size === 'desktop') await expect(page.locator('[data-side-bar] h2').first()).toBeVisible()
      await page.screenshot({ path: `${SHOTS}/${name}-${scheme}-${size}.png` })
    }
    expect(errors).toEqual([])
  })
}
