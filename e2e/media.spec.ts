import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WORDS } from '../apps/server/src/providers/testing/media-server.ts'
import { wav } from '../apps/server/src/media/testing/sounds.ts'
import { findings } from './support/axe.ts'
import { enter, press, say } from './support/cards.ts'
import { mediaScene } from './support/media-scene.ts'
import type { MediaScene } from './support/media-scene.ts'

/** Images, speech and dictation, with the real server and fakes for the services. */

const SPOKEN = join(tmpdir(), `countersign-spoken-${process.pid}.wav`)
test.use({
  permissions: ['microphone'],
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${SPOKEN}`,
    ],
  },
})

let scene: MediaScene
test.beforeEach(async () => {
  await writeFile(SPOKEN, wav(3, 48_000))
  scene = await mediaScene()
})
test.afterEach(async () => scene.remove())

async function open(page: Page) {
  const server = await scene.place.start()
  await enter(page, await server.signIn())
  const field = page.getByRole('textbox', { name: 'Message' })
  await expect(field).toBeVisible()
  return field
}

const results = (page: Page) => page.locator('[data-media-result]')

test('a drawing appears in the chat without a card, and opens large', async ({ page }) => {
  await open(page)
  await say(page, 'Draw the release')
  const picture = results(page).getByRole('button', { name: /^Open / })
  await expect(picture).toBeVisible()
  await expect
    .poll(async () => picture.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(400)
  await expect(results(page)).toContainText('This machine · free')
  await expect(page.getByText('Drew', { exact: true })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await picture.click()
  const large = page.getByRole('dialog')
  await expect(large.getByRole('img')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
  // A model's drawing is in the page only as an image.
  expect(await page.locator('main svg[data-from], main svg .node').count()).toBe(0)
})

test('a card shows prompt, model, size, count and price; the picture is saved to the workspace and made again', async ({
  page,
}) => {
  await open(page)
  await say(page, 'A logo, please')
  const card = page.getByRole('article')
  await expect(card).toContainText('A lighthouse at dusk, flat colours, two shapes, no text')
  await expect(card).toContainText('openai/gpt-image-1 · OpenAI')
  await expect(card).toContainText('1024x1024, high quality')
  await expect(card).toContainText('about $0.33')
  expect(await findings(page)).toEqual([])
  expect(scene.services.requests).toEqual([])
  await press(page, card, /^Allow once/)
  await expect(results(page).getByRole('button', { name: /^Open / })).toHaveCount(2)
  await results(page).getByRole('button', { name: 'Save to workspace' }).click()
  const names = page.getByRole('textbox', { name: 'File, from the folder of this chat' })
  await names.nth(0).fill('art/one.png')
  await names.nth(1).fill('art/two.png')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(results(page)).toContainText('Saved as art/one.png, art/two.png.')
  const sample = await readFile(new URL('pictures/media-sample.png', import.meta.url))
  expect(await readFile(join(scene.place.workspace, 'art/one.png'))).toEqual(sample)
  const asked = scene.services.requests.length
  await expect(page.getByText('Here it is.')).toBeVisible()
  await results(page)
    .getByRole('button', { name: /^Again/ })
    .click()
  await expect(results(page)).toHaveCount(2)
  expect(scene.services.requests.length).toBe(asked + 1)
})

test('a message asks for a picture: model and price stand there first, sending signs', async ({ page }) => {
  const field = await open(page)
  await page.getByRole('button', { name: /^Ask for an answer, a picture or speech/ }).click()
  await page.getByRole('menuitemradio', { name: /^Picture/ }).click()
  const strip = page.locator('[data-media-strip]')
  await expect(strip).toContainText('Picture by openai/gpt-image-1.5')
  await expect(strip).toContainText('Price: about $0.13.')
  await strip.getByRole('combobox', { name: 'Format' }).selectOption('Wide')
  await expect(strip).toContainText('Price: about $0.20.')
  expect(await findings(page)).toEqual([])
  await field.fill('a red boat')
  await page.keyboard.press('Enter')
  await expect(results(page).getByRole('button', { name: /^Open / })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  expect(scene.services.requests.at(-1)?.json).toMatchObject({
    prompt: 'a red boat',
    size: '1536x1024',
    model: 'gpt-image-1.5',
  })
  expect(scene.model.requests).toEqual([])
  // The next message is an ordinary one again.
  await expect(strip).toHaveCount(0)
})

test('speech is a player with its text', async ({ page }) => {
  await open(page)
  await say(page, 'Read it to me')
  await press(page, page.getByRole('article'), /^Allow once/)
  const player = results(page).locator('audio')
  await expect(player).toBeVisible()
  await expect(results(page)).toContainText('The release is signed and goes out on Friday.')
  await expect
    .poll(async () => player.evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeCloseTo(2, 1)
  expect(await findings(page)).toEqual([])
  await expect(page.getByRole('button', { name: 'Read aloud' }).last()).toBeAttached()
})

test('dictation puts words into the field and sends nothing; the recording is not stored', async ({
  page,
}) => {
  const field = await open(page)
  await field.fill('Please write: ')
  await page.getByRole('button', { name: 'Dictate' }).click()
  const stop = page.getByRole('button', { name: /^0:0[1-9], stop dictating/ })
  await expect(stop).toBeVisible()
  expect(await findings(page)).toEqual([])
  await stop.click()
  await expect(field).toHaveValue(`Please write: ${WORDS}`)
  const heard = scene.services.requests.at(-1)
  expect(heard?.path).toBe('/openai/audio/transcriptions')
  const file = heard?.form?.get('file')
  expect(file instanceof File && file.size > 1000).toBe(true)
  await expect(page.locator('[data-role=user]')).toHaveCount(0)
  await page.goto(new URL('/settings/media', page.url()).href)
  await expect(page.getByText('Nothing is stored yet.')).toBeVisible()
})

test('the settings choose models, and list what is stored', async ({ page }) => {
  await open(page)
  await say(page, 'Draw the release')
  await expect(results(page)).toBeVisible()
  await page.goto(new URL('/settings/media', page.url()).href)
  await page
    .getByRole('combobox', { name: 'Pictures' })
    .selectOption({ label: 'gemini-2.5-flash-image · Google' })
  await expect(page.getByRole('combobox', { name: 'Pictures' })).toHaveValue('google/gemini-2.5-flash-image')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: /^Remove / }).click()
  await expect(page.getByText('Nothing is stored yet.')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a picture fits and opens large, a card shows its price, and speech is played', async ({ page }) => {
    const server = await scene.place.start()
    await enter(page, await server.signIn())
    await page.getByRole('link', { name: 'New chat' }).tap()
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Dictate' })).toBeVisible()
    // The format and the way back stand side by side.
    await page.getByRole('button', { name: /^Ask for an answer, a picture or speech/ }).tap()
    await page.getByRole('menuitemradio', { name: /^Picture/ }).tap()
    const strip = page.locator('[data-media-strip]')
    await expect(strip).toContainText('Price: about $0.13.')
    const format = await strip.getByRole('combobox', { name: 'Format' }).boundingBox()
    const away = await strip.getByRole('button').boundingBox()
    expect(away?.x ?? 0).toBeGreaterThan(format?.x ?? 390)
    expect(Math.abs((away?.y ?? 0) - (format?.y ?? 99))).toBeLessThan(10)
    await strip.getByRole('button').tap()
    await say(page, 'Draw the release')
    const picture = results(page).getByRole('button', { name: /^Open / })
    await expect(picture).toBeVisible()
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await wide()).toBe(390)
    expect(await findings(page)).toEqual([])
    await picture.tap()
    const large = page.getByRole('dialog')
    await expect(large.getByRole('img')).toBeVisible()
    expect(await findings(page)).toEqual([])
    const box = await large.getByRole('img').boundingBox()
    expect(box === null ? 0 : box.x + box.width).toBeLessThanOrEqual(390)
    await large.getByRole('button', { name: /^Close/ }).tap()

    await say(page, 'Read it to me')
    // On a phone cards are answered in the waiting list.
    const chat = page.url()
    await page.getByRole('link', { name: 'Waits for you: open it' }).tap()
    await expect(page.getByRole('article')).toContainText(/at most \$|At most \$/)
    expect(await wide()).toBe(390)
    expect(await findings(page)).toEqual([])
    await press(page, page.getByRole('article'), /^Allow once/)
    await page.goto(chat)
    await expect(page.locator('audio')).toBeAttached()
    expect(await wide()).toBe(390)
    expect(await findings(page)).toEqual([])
  })
})
