import type { Page } from 'playwright-core'
import type { ImageStore } from '../../../media/image-store.ts'
import type { Mask } from '../mask.ts'
import { locate, secretElements } from './look.ts'

const QUALITY = 60
const PICTURE_MS = 8000

/** Space around an element, in pixels. */
const AROUND = { x: 220, y: 90 }
const MOST = { width: 640, height: 300 }

/** A picture of the window. Whatever shows a secret is boxed out. */
export function takePicture(page: Page, mask: Mask, clip?: Clip): Promise<Buffer> {
  return page.screenshot({
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

/** The element with what is around it, for a card. Undefined: it is not on the screen, or cannot be drawn. */
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
    const width = Math.min(MOST.width, view.width, box.width + 2 * AROUND.x)
    const height = Math.min(MOST.height, view.height, box.height + 2 * AROUND.y)
    const x = Math.max(0, Math.min(box.x - (width - box.width) / 2, view.width - width))
    const y = Math.max(0, Math.min(box.y - (height - box.height) / 2, view.height - height))
    const inside = { x: box.x - x, y: box.y - y, width: box.width, height: box.height }
    if (inside.x + inside.width < 0 || inside.y + inside.height < 0 || inside.y > height) return undefined
    const kept = await images.keep(await takePicture(page, mask, { x, y, width, height }), 'element.jpg')
    return kept.ok
      ? { id: kept.image.id, width: Math.round(width), height: Math.round(height), box: inside }
      : undefined
  } catch {
    // A card without its picture still says in words what would happen.
    return undefined
  }
}
