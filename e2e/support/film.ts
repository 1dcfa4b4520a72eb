import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** The folder for strips, set by `npm run pictures`. Without it no pictures are taken. */
const FOLDER = process.env['PICTURES']
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
/** Widths in pixels: a frame in a strip, the gap between two, and a single picture. */
const FRAME = 800
const GAP = 16
const ALONE = 1440
const QUALITY = 0.8

/** Screenshots of one story, side by side in one strip per theme. */
export interface Film {
  frame(): Promise<void>
  /** Writes the strip. */
  end(): Promise<void>
}

export function film(page: Page, name: string): Film {
  const frames: Record<Theme, Buffer[]> = { light: [], dark: [] }
  return {
    async frame() {
      if (FOLDER === undefined) return
      for (const theme of THEMES) frames[theme].push(await shot(page, theme))
      await page.emulateMedia({ colorScheme: null })
    },
    async end() {
      if (FOLDER === undefined) return
      for (const theme of THEMES) await write(page, `${name}-${theme}`, frames[theme], FRAME)
    },
  }
}

/** One screenshot of the current page. */
export async function picture(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return
  for (const theme of THEMES) await write(page, `${name}-${theme}`, [await shot(page, theme)], ALONE)
  await page.emulateMedia({ colorScheme: null })
}

async function shot(page: Page, colorScheme: Theme): Promise<Buffer> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // Waits for lazily loaded parts of the page, which belong in the picture.
  await page.waitForLoadState('networkidle')
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}

/** The browser that took the screenshots also encodes them, so no other tool is needed. */
async function write(page: Page, name: string, frames: readonly Buffer[], width: number): Promise<void> {
  const blank = await page.context().newPage()
  const address = await blank.evaluate(
    async ({ images, each, gap, quality }) => {
      const bitmaps = await Promise.all(
        images.map(async (image) => createImageBitmap(await (await fetch(image)).blob())),
      )
      const heights = bitmaps.map((bitmap) => Math.round((bitmap.height * each) / bitmap.width))
      const canvas = document.createElement('canvas')
      canvas.width = bitmaps.length * (each + gap) - gap
      canvas.height = Math.max(...heights)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('no canvas')
      context.imageSmoothingQuality = 'high'
      for (const [index, bitmap] of bitmaps.entries())
        context.drawImage(bitmap, index * (each + gap), 0, each, heights[index] ?? 0)
      return canvas.toDataURL('image/webp', quality)
    },
    {
      images: frames.map((frame) => `data:image/png;base64,${frame.toString('base64')}`),
      each: width,
      gap: GAP,
      quality: QUALITY,
    },
  )
  await blank.close()
  await writeFile(join(FOLDER ?? '', `${name}.webp`), Buffer.from(address.split(',')[1] ?? '', 'base64'))
}
