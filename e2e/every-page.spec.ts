import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { enter, say } from './support/cards.ts'
import { outOfSight, tooSmall } from './support/measures.ts'
import { pathsOfFeatures } from './support/page-features.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'

/**
 * Every page and settings section that a feature of the page declares, on the real server: axe finds nothing, nothing is wider than the
 * screen, nothing is reported as an error; on a phone everything can be pressed and text can be twice as large. A new feature needs no
 * entry here.
 */

let place: Place
let server: RunningServer

test.beforeAll(async () => {
  place = await makePlace({ 'README.md': '# Site\n' })
  server = await place.start()
})
test.afterAll(async () => place.remove())

const LOOKS = [
  { name: 'light desktop', width: 1440, height: 900, colorScheme: 'light', hasTouch: false },
  { name: 'dark phone', width: 390, height: 844, colorScheme: 'dark', hasTouch: true },
] as const

for (const { name, width, height, colorScheme, hasTouch } of LOOKS) {
  test(`every declared page and settings section, ${name}`, async ({ browser }) => {
    test.setTimeout(600_000)
    const context = await browser.newContext({ hasTouch, locale: 'en-GB', timezoneId: 'UTC' })
    const page = await context.newPage()
    const paths = await opened(page)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (said) => {
      if (said.type() === 'error') errors.push(`${page.url()}: ${said.text()}`)
    })
    for (const path of paths) {
      await goTo(page, path)
      expect(await findings(page), path).toEqual([])
      expect(await page.evaluate(farOut), path).toEqual({ wide: 0, tall: 0 })
      if (hasTouch) expect.soft(await page.evaluate(tooSmall), path).toEqual([])
    }
    expect(errors).toEqual([])
    await context.close()
  })
}

test('every declared page and settings section on a phone with twice the text: nothing is cut', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const paths = await opened(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  for (const path of paths) {
    await goTo(page, path)
    expect(await page.evaluate(outOfSight), path).toEqual([])
  }
})

/** Signs in on a desktop, begins a chat, and gives the paths of all pages. */
async function opened(page: Page): Promise<readonly string[]> {
  await enter(page, await server.signIn())
  await say(page, 'help')
  await expect(page).toHaveURL(/\/t\/thr_/)
  return pathsOfFeatures({ thread: new URL(page.url()).pathname.slice('/t/'.length) })
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, server.address).href)
  await expect(page.locator('[data-page-skeleton], [data-skeleton]'), path).toHaveCount(0)
  await expect(page.getByRole('heading').first(), path).toBeAttached()
  await page.waitForLoadState('networkidle')
}

/** Lists scroll but the page does not. */
function farOut(): { readonly wide: number; readonly tall: number } {
  const { scrollWidth, scrollHeight } = document.documentElement
  return {
    wide: Math.max(0, scrollWidth - window.innerWidth),
    tall: Math.max(0, scrollHeight - window.innerHeight),
  }
}
