import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { GALLERY_PAGES } from '../apps/web/src/gallery/pages.ts'
import { findings } from './support/axe.ts'
import { servePage } from './support/fake-wire.ts'
import { buildGallery } from './support/gallery.ts'

/** Checks every state of every component with axe. One theme and size here; all of them with COUNTERSIGN_LONG. */

/** The screenshots of the other pages are compared by their first section. */
const NOT_DRAWN: ReadonlySet<string> = new Set([
  'settings',
  'permissions',
  'places',
  'waiting',
  'parts',
  'workflows',
])
const LONG = process.env['COUNTERSIGN_LONG'] !== undefined
const THEMES = LONG ? (['light', 'dark'] as const) : (['light'] as const)
const WIDTHS = LONG ? ([1280, 390] as const) : ([1280] as const)
const SHOTS = process.env['COUNTERSIGN_SHOTS']
/** The Chromium version that made the reference images; another may render glyphs differently. */
const DRAWN_BY = 156

test.describe.configure({ mode: 'default' })

let folder: string
test.beforeAll(async () => {
  folder = await buildGallery()
})

for (const name of GALLERY_PAGES) {
  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      test(`${name}, ${theme}, ${width}`, async ({ page }) => {
        const errors: string[] = []
        page.on('console', (message) => {
          if (message.type() === 'error') errors.push(message.text())
        })
        page.on('pageerror', (error) => errors.push(error.message))
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await servePage(page, folder)
        // The rule editor requests past calls; the gallery has none.
        await page.route('**/api/recorded', (route) => route.fulfill({ json: { calls: [] } }))
        await page.goto(`http://countersign.test/_gallery/${name}`)
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
        if (name === 'rules') await expect(page.getByRole('textbox', { name: 'Rule' }).first()).toBeVisible()
        await page.evaluate(async () => document.fonts.ready)
        if (SHOTS !== undefined) {
          await page.screenshot({ path: `${SHOTS}/${name}-${theme}-${width}.png`, fullPage: true })
        }
        expect(await findings(page)).toEqual([])
        expect(errors).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow).toBeLessThanOrEqual(0)
        if (theme === 'light' && width === 1280 && !NOT_DRAWN.has(name)) await compare(page, name)
      })
    }
  }
}

/** Compares the first section of a page with its reference image if the same Chromium made both; otherwise attaches it to the report. */
async function compare(page: Page, name: string): Promise<void> {
  const picture = await page.locator('main section').first().screenshot({ animations: 'disabled' })
  const version = page.context().browser()?.version() ?? ''
  if (Number.parseInt(version, 10) === DRAWN_BY) {
    expect(picture).toMatchSnapshot(`${name}.png`, { maxDiffPixelRatio: 0.02, threshold: 0.3 })
    return
  }
  test.info().annotations.push({ type: 'not compared', description: `drawn by Chromium ${version}` })
  await test.info().attach(`${name}.png`, { body: picture, contentType: 'image/png' })
}
