/** @module-tag slow */
import { browserBody, ImageId, readBody } from '@countersign/protocol'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserRig, type BrowserRig } from '../testing/browser-rig.ts'
import { needsChromium } from '../testing/needs-chromium.ts'

needsChromium()

let rig: BrowserRig
beforeAll(async () => {
  rig = await browserRig()
  rig.rules('default', ['browser(domain:shop.example)', 'browser(domain:frame.example)'])
  rig.answer(() => ({ allow: false }))
  rig.village.serve('frame.example/', '<body style="margin:0"><input type=password value=in-a-frame>')
  rig.village.serve(
    'shop.example/',
    `<style>input,iframe,p{display:block;width:300px;height:40px;border:0;margin:20px;font-size:30px}</style>
<input id=open value="everyone may read it">
<input id=word type=password value="in-the-page">
<input id=code autocomplete=one-time-code value="918273">
<iframe src="http://frame.example/"></iframe>
<div id=host></div>
<p id=told>in-the-page</p>
<form method=post><button>Send</button></form>
<script>host.attachShadow({mode:'open'}).innerHTML='<input autocomplete=cc-number value="4111111111111111" style="width:300px;height:40px;border:0">'</script>`,
  )
}, 60_000)
afterAll(() => rig.close())

/** The colour of the boxes, `#5b6470`, as JPEG keeps it. */
const BOX = [0x5b, 0x64, 0x70]
const NEAR = 10

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The part of an area that is covered, from 0 to 1. The browser itself decodes the picture. */
async function covered(id: string, { x, y, width, height }: Area): Promise<number> {
  const read = await rig.images.read(ImageId.parse(id))
  if (read === undefined) throw new Error('there is no such picture')
  const pixels = (await rig.session().page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${read.bytes.toString('base64')}'), (letter) => letter.codePointAt(0))
    const picture = await createImageBitmap(new Blob([bytes]))
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    canvas.drawImage(picture, 0, 0)
    return [...canvas.getImageData(${x}, ${y}, ${width}, ${height}).data]
  })()`)) as readonly number[] // four for each pixel
  const count = pixels.length / 4
  const boxed = Array.from({ length: count }, (_, at) =>
    BOX.every((value, of) => Math.abs((pixels[at * 4 + of] ?? 0) - value) <= NEAR),
  )
  return boxed.filter(Boolean).length / count
}

/** JPEG changes the colour of single pixels. */
async function isCovered(id: string, area: Area): Promise<boolean> {
  return (await covered(id, area)) > 0.99
}

/** The inside of an element: JPEG blurs its edges. */
async function inside(locator: Locator): Promise<Area> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('it is not shown')
  return {
    x: Math.ceil(box.x) + 4,
    y: Math.ceil(box.y) + 4,
    width: Math.floor(box.width) - 8,
    height: Math.floor(box.height) - 8,
  }
}

test('a screenshot covers what shows a secret: in the page, in a frame of another host, in a shadow root, told as text', async () => {
  await rig.act({ action: 'navigate', url: 'http://shop.example/' })
  const { attachments = [] } = await rig.act({ action: 'screenshot' })
  const id = attachments[0]?.id ?? ''
  const { page } = rig.session()
  const secret: Readonly<Record<string, Locator>> = {
    word: page.locator('#word'),
    code: page.locator('#code'),
    frame: page.frameLocator('iframe').locator('input'),
    shadow: page.locator('#host input'),
    told: page.locator('#told'),
  }
  const shares = await Promise.all(
    Object.entries(secret).map(async ([name, locator]) => [name, await isCovered(id, await inside(locator))]),
  )
  expect(shares).toEqual(Object.keys(secret).map((name) => [name, true]))
  expect(await covered(id, await inside(page.locator('#open')))).toBe(0)
})

test('so does the picture on a card', async () => {
  const { text } = await rig.act({ action: 'navigate', url: 'http://shop.example/' })
  rig.answer(() => ({ allow: false }))
  rig.asked.length = 0
  await rig.act({ action: 'click', ref: /Send" \[(e\d+)\]/.exec(text)?.[1] })
  const asked = rig.asked[0]
  const picture = asked && readBody(browserBody, asked.call.body)?.picture
  if (picture === undefined) throw new Error('the card has no picture')
  const { page } = rig.session()
  const button = await page.locator('button').boundingBox()
  const told = await inside(page.locator('#told'))
  if (button === null) throw new Error('it is not shown')
  const area = {
    x: Math.max(0, Math.round(told.x - button.x + picture.box.x)),
    y: Math.round(told.y - button.y + picture.box.y),
    width: 100,
    height: 20,
  }
  expect(area.y).toBeGreaterThanOrEqual(0)
  expect(await isCovered(picture.id, area)).toBe(true)
})
