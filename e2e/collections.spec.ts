import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { enter, say } from './support/cards.ts'
import { docxOf, pdfOf } from './support/documents.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'

/** Collections without a key or a download: documents go in, answers with checked citations come out. */

const NOTE = 'Where the reverse charge applies, the invoice carries a note below the total.'
const OWN = {
  'VAT guide.pdf': pdfOf([
    ['VAT guide', 'This page has nothing on it but a title.'],
    [
      'What the invoice shows',
      NOTE,
      'Both VAT numbers are stated on it.',
      'Corrections go to the tax office.',
    ],
  ]),
  'Contract.docx': docxOf(['Contract with Brandt', 'The supplier keeps receipts for ten years.']),
  'rates.md': Buffer.from('# Rates\n\nAustria has a rate of 20 percent for services.\n'),
  'letters/january.txt': Buffer.from('The office asked for the receipts of January.\n'),
  'letters/old/march.txt': Buffer.from('The office thanked us for the receipts of March.\n'),
  'scan.pdf': pdfOf([[]]),
}

let place: Place
let server: RunningServer
test.beforeEach(async () => {
  place = await makePlace({ 'README.md': '# Office\n' })
  const folder = join(place.workspace, '../own')
  for (const [name, bytes] of Object.entries(OWN)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  server = await place.start()
})
test.afterEach(async () => place.remove())

/** Drops files and folders from the disk on a part of the page, as a file manager does. */
async function drop(page: Page, target: Locator, names: readonly string[]): Promise<void> {
  const box = await target.boundingBox()
  const session = await page.context().newCDPSession(page)
  const files = names.map((name) => join(place.workspace, '../own', name))
  const at = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 60 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files, dragOperationsMask: 1 },
    })
  await session.detach()
}

async function makeCollection(page: Page, name: string): Promise<Locator> {
  await expect(page.getByRole('link', { name: /Collections|More/ }).first()).toBeVisible()
  await page.goto(`${server.address}collections`)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  return page.getByRole('region', { name })
}

const row = (page: Page, name: string) => page.locator('li[data-document]').filter({ hasText: name })

test('files and a folder are dropped, asked, cited, and opened at the place', async ({ page }) => {
  await enter(page, await server.signIn())
  const region = await makeCollection(page, 'Tax')
  await drop(page, region, ['VAT guide.pdf', 'Contract.docx', 'rates.md', 'letters', 'scan.pdf'])
  for (const name of [
    'VAT guide.pdf',
    'Contract.docx',
    'rates.md',
    'letters/january.txt',
    'letters/old/march.txt',
  ])
    await expect(row(page, name)).toHaveAttribute('data-document', 'ready')
  await expect(row(page, 'scan.pdf')).toHaveAttribute('data-document', 'failed')
  await expect(row(page, 'scan.pdf')).toContainText('no text found')
  await page.getByRole('button', { name: 'Read by OCR… scan.pdf' }).click()
  await expect(
    page.getByRole('button', { name: /^Download OCR for English, 3\d(?:\.\d)? MB$/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('6 documents')).toBeVisible()
  await expect(page.getByText('5 ready')).toBeVisible()
  await expect(page.getByText('1 failed')).toBeVisible()
  await expect(row(page, 'VAT guide.pdf')).toContainText('2 pages')
  await page.getByRole('button', { name: 'Choose a model…' }).click()
  await page.getByRole('combobox', { name: 'Embedding model' }).fill('static/none')
  await page.getByRole('button', { name: 'See the price' }).click()
  await expect(page.getByText('model.safetensors')).toBeVisible()
  expect(await findings(page)).toEqual([])

  await page.getByRole('searchbox', { name: 'Ask this collection' }).fill('reverse charge note')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Exactly what the agent would get')).toBeVisible()
  await expect(page.locator('mark').filter({ hasText: 'reverse' }).first()).toBeVisible()

  await page.goto(`${server.address}new`)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('what does @ta')
  await expect(page.getByRole('option', { name: /Tax/ })).toContainText('collection')
  await page.keyboard.press('Tab')
  await expect(message).toHaveValue('what does @Tax ')
  await say(page, 'what does @Tax say about the reverse charge on an invoice?')
  const answer = page.locator('[data-role=assistant]').last()
  const quoted = answer.locator('[data-citation=quoted]')
  await expect(quoted).toContainText('quoted exactly')
  await expect(answer.locator('[data-citation=not_verbatim]')).toContainText('not verbatim')
  await expect(answer).toContainText('no such passage')
  await expect(answer.getByText('Sources')).toBeVisible()
  expect(await findings(page)).toEqual([])

  await quoted.click()
  await expect(page.locator('canvas[data-pdf-page="2"][data-drawn]')).toBeVisible()
  await expect(page.locator('[data-highlight]').first()).toBeInViewport()
  await expect(page.getByRole('spinbutton', { name: 'Page' })).toHaveValue('2')
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.locator('canvas[data-pdf-page="1"][data-drawn]')).toBeVisible()
  await expect(page.locator('[data-highlight]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await expect(page.locator('[data-cited]')).toContainText('the invoice carries a note')
  expect(await findings(page)).toEqual([])
})

test('a linked folder is followed, and a file that goes along with a message is added', async ({ page }) => {
  await enter(page, await server.signIn())
  await makeCollection(page, 'Office letters')
  await page.getByRole('button', { name: 'Link a folder' }).click()
  await page.getByRole('textbox', { name: 'Folder' }).fill(join(place.workspace, '../own/letters'))
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(row(page, 'january.txt')).toHaveAttribute('data-document', 'ready')
  await writeFile(join(place.workspace, '../own/letters/april.txt'), 'April has no receipts.\n')
  await expect(row(page, 'april.txt')).toHaveAttribute('data-document', 'ready')

  await page.goto(`${server.address}new`)
  await page.locator('input[type=file]').setInputFiles([
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes\n\nThe quokka sleeps.\n') },
    { name: 'VAT guide.pdf', mimeType: 'application/pdf', buffer: OWN['VAT guide.pdf'] },
  ])
  for (const [index, name] of ['notes.md', 'VAT guide.pdf'].entries()) {
    await page.getByRole('button', { name: `Add ${name} to a collection` }).click()
    await page.getByRole('menuitem', { name: 'Office letters' }).click()
    await expect(page.getByText('added to Office letters')).toHaveCount(index + 1)
  }
  await page.goto(`${server.address}collections`)
  await expect(row(page, 'notes.md')).toHaveAttribute('data-document', 'ready')
  await expect(row(page, 'VAT guide.pdf')).toHaveAttribute('data-document', 'ready')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a collection is made, filled and asked, and a citation opens its document', async ({ page }) => {
    await enter(page, await server.signIn())
    await makeCollection(page, 'Tax')
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'VAT guide.pdf', mimeType: 'application/pdf', buffer: OWN['VAT guide.pdf'] }])
    await expect(row(page, 'VAT guide.pdf')).toHaveAttribute('data-document', 'ready')
    expect(await findings(page)).toEqual([])
    await page.goto(`${server.address}new`)
    await say(page, 'what does Tax say about the reverse charge?')
    await page.locator('[data-citation=quoted]').click()
    await expect(page.locator('canvas[data-pdf-page="2"][data-drawn]')).toBeVisible()
    await expect(page.locator('[data-highlight]').first()).toBeInViewport()
    expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
