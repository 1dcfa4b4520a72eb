import { expect, test } from '@playwright/test'
import { findings } from './support/axe.ts'
import { enter } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place } from './support/server.ts'

/** Images that a person attaches, with the real server. */

let place: Place
test.beforeEach(async () => {
  place = await makePlace({ 'README.md': '# Site\n' })
})
test.afterEach(async () => place.remove())

test('a picture is attached, can be left out, is sent, and is there after a reload, from this server alone', async ({
  page,
}) => {
  const server = await place.start()
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (request.url().startsWith('http') && origin !== new URL(server.address).origin)
      foreign.push(request.url())
  })
  await enter(page, await server.signIn())
  const composer = page.getByRole('textbox', { name: 'Message' })
  await expect(composer).toBeVisible()
  const chooser = page.locator('input[type=file]')
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 120, height: 60 } })
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: picture })
  await chooser.setInputFiles([file('bar.png'), file('foot.png')])
  const chips = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await expect(chips).toHaveCount(2)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove foot.png' }).click()
  await expect(chips).toHaveCount(1)

  // A file that claims to be an image and is not is refused with a message.
  await chooser.setInputFiles([{ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }])
  await expect(page.getByText(/no\.png was not attached/)).toBeVisible()

  await composer.fill('what is in this picture')
  await page.keyboard.press('Enter')
  const said = page.locator('[data-role=user]').filter({ hasText: 'what is in this picture' })
  await expect(said.getByRole('img', { name: 'bar.png' })).toBeVisible()
  await expect(chips).toHaveCount(0)
  await page.reload()
  const drawn = said.getByRole('img', { name: 'bar.png' })
  await expect(drawn).toBeVisible()
  await expect.poll(async () => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(120)
  expect(await findings(page)).toEqual([])
  expect(foreign).toEqual([])
})
