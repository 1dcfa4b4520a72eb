import type { Page } from 'playwright-core'
import type { ImageStore } from '../../../media/image-store.ts'
import type { Mask } from '../mask.ts'
import { locate, secretElements } from './look.ts'

const QUALITY = 60
const PICTURE_MS = 8000

/** Margin around an element in pixels. */
const AROUND = { x: 220, y: 60 }
const MOST = { width: 640, height: 300 }

/** Takes a picture of the window. Elements that show a secret are covered. */
export function takePicture(
  page: Page,
  mask: Mask,
  clip?: Clip,
  options: { readonly fullPage?: boolean } = {},
): Promise<Buffer> {
  return page.screenshot({
    ...options,
    type: 'jpeg',
    quality: QUALITY,
    mask: secretElements(page, mask.values()),
    maskColor: '#5b6470',
    timeout: PICTURE_MS,
    animations: 'allow',
    caret: 'initial',
    ...(clip === undefined ? {} : { clip }),
  })
}

interface Clip {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface ElementPicture {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly box: Clip
}

/** A picture of the element and its surroundings, for a card. The page is not scrolled for it. Undefined if that is not possible. */
export async function elementPicture(
  page: Page,
  ref: string,
  { mask, images }: { readonly mask: Mask; readonly images: Pick<ImageStore, 'keep'> },
): Promise<ElementPicture | undefined> {
  try {
    const locator = locate(page, ref)
    const box = await locator?.boundingBox({ timeout: 1000 })
    const view = page.viewportSize()
    if (box === undefined || box === null || view === null) return undefined
    const isOutside =
      box.x < 0 || box.y < 0 || box.x + box.width > view.width || box.y + box.height > view.height
    // An element outside the window is cut from a picture of the whole page, whose coordinates start at the top of the page.
    const whole = isOutside ? await extentOf(page) : { x: 0, y: 0, ...view }
    const at = { x: box.x + whole.x, y: box.y + whole.y }
    const width = Math.min(MOST.width, whole.width, box.width + 2 * AROUND.x)
    const height = Math.min(MOST.height, whole.height, box.height + 2 * AROUND.y)
    const x = Math.max(0, Math.min(at.x - (width - box.width) / 2, whole.width - width))
    const y = Math.max(0, Math.min(at.y - (height - box.height) / 2, whole.height - height))
    const inside = { x: at.x - x, y: at.y - y, width: box.width, height: box.height }
    if (inside.x + inside.width < 0 || inside.y + inside.height < 0 || inside.y > height) return undefined
    const drawn = await takePicture(page, mask, { x, y, width, height }, { fullPage: isOutside })
    const kept = await images.keep(drawn, 'element.jpg')
    return kept.ok
      ? { id: kept.image.id, width: Math.round(width), height: Math.round(height), box: inside }
      : undefined
  } catch {
    // Even without a picture, the card describes the action in words.
    return undefined
  }
}

/** The scroll position and the size of the page. */
async function extentOf(page: Page): Promise<Clip> {
  const devtools = await page.context().newCDPSession(page)
  try {
    const { cssVisualViewport, cssContentSize } = await devtools.send('Page.getLayoutMetrics')
    const { width, height } = cssContentSize
    return { x: cssVisualViewport.pageX, y: cssVisualViewport.pageY, width, height }
  } finally {
    await devtools.detach().catch(() => undefined)
  }
}
