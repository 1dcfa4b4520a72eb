import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'

/** Files, editor and chat side by side, with the real server. */

let place: Place
let server: RunningServer

test.beforeEach(async () => {
  place = await makePlace({
    'src/money.ts': 'export const cents = 1\nexport const euros = 2\nexport const pounds = 3\n',
    'README.md': '# Invoicer\n',
    'picture.bin': '\u0000\u0001',
  })
  server = await place.start()
})
test.afterEach(async () => place.remove())

async function openWorkbench(page: Page): Promise<void> {
  await enter(page, await server.signIn())
  await say(page, 'write notes.md: hello')
  await expect(cardTitled(page, /notes\.md/)).toBeVisible()
  await page.getByRole('link', { name: 'Write', exact: true }).click()
  await expect(tree(page)).toBeVisible()
}

const tree = (page: Page) => page.getByRole('tree', { name: 'Files in this folder' })
const code = (page: Page) => page.locator('[data-editor] .cm-content')
const onDisk = (path: string) => readFile(join(place.workspace, path), 'utf8')

test('a file is found, changed and saved by the keyboard alone; the save can be undone', async ({ page }) => {
  await openWorkbench(page)
  await tree(page).focus()
  await page.keyboard.press('s')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('treeitem', { name: /money\.ts/ })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(code(page)).toContainText('pounds')
  await code(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('// by hand')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await onDisk('src/money.ts')).toMatch(/pounds = 3\n\/\/ by hand$/)
  await page.getByRole('button', { name: 'Undo save' }).click()
  await expect(code(page)).not.toContainText('by hand')
  expect(await onDisk('src/money.ts')).toMatch(/pounds = 3\n$/)
  expect(await findings(page)).toEqual([])
})

test('the top bar names the chat; the list of chats leaves files and editor their room', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 })
  await openWorkbench(page)
  await expect(page.getByRole('banner').getByRole('button', { name: 'write notes.md: hello' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Chats' })).toHaveCount(0)
  await expect(page).toHaveTitle(/write notes\.md: hello/)
  await page.setViewportSize({ width: 1600, height: 800 })
  const chats = page.getByRole('navigation', { name: 'Chats' })
  await expect(chats.getByRole('link', { name: /write notes\.md/ })).toHaveAttribute('aria-current', 'page')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('banner')).toContainText('write notes.md: hello')
  await expect(page.getByRole('banner')).toContainText('1 waiting')
})

test('what changes on disk meanwhile is merged; the same line twice is for a person to settle', async ({
  page,
}) => {
  await openWorkbench(page)
  await page.getByRole('treeitem', { name: /src/ }).click()
  await page.getByRole('treeitem', { name: /money\.ts/ }).click()
  await expect(code(page)).toContainText('pounds')
  await code(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// mine\n')
  await writeFile(
    join(place.workspace, 'src/money.ts'),
    'export const cents = 1\nexport const euros = 2\nexport const pounds = 4\n',
  )
  await expect(code(page)).toContainText('pounds = 4')
  await expect(code(page)).toContainText('// mine')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await onDisk('src/money.ts')).toBe(
    '// mine\nexport const cents = 1\nexport const euros = 2\nexport const pounds = 4\n',
  )
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('really ')
  await writeFile(join(place.workspace, 'src/money.ts'), '// theirs\nexport const cents = 1\n')
  await expect(page.getByRole('alert').filter({ hasText: 'changed on disk' })).toBeVisible()
  await page.keyboard.press('Control+s')
  expect(await onDisk('src/money.ts')).toBe('// theirs\nexport const cents = 1\n')
  await page.getByRole('button', { name: 'Use the file on disk' }).click()
  await expect(code(page)).toContainText('// theirs')
})

test('unsaved text is back after a reload, and so is the layout', async ({ page }) => {
  await openWorkbench(page)
  await page.getByRole('treeitem', { name: /README/ }).click()
  await expect(code(page)).toContainText('Invoicer')
  await code(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('not saved yet')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
  await expect.poll(() => page.evaluate(unsavedTexts)).toContain('# Invoicer\nnot saved yet')
  await page.reload()
  await expect(code(page)).toContainText('not saved yet')
  await expect(page.getByText('Your unsaved text is back.')).toBeVisible()
  expect(await onDisk('README.md')).toBe('# Invoicer\n')
})

test('files are made, renamed and deleted by hand, and deleting can be undone', async ({ page }) => {
  await openWorkbench(page)
  await page.getByRole('button', { name: 'New file' }).click()
  await page.getByRole('textbox', { name: 'Path of the new file' }).fill('docs/plan.md')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('treeitem', { name: /docs/ })).toBeVisible()
  await page.getByRole('treeitem', { name: /docs/ }).click()
  await page.getByRole('treeitem', { name: /plan\.md/ }).click()
  await tree(page).focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'New path' }).fill('docs/done.md')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('treeitem', { name: /done\.md/ })).toBeVisible()
  await page.getByRole('treeitem', { name: /done\.md/ }).click()
  page.once('dialog', (dialog) => void dialog.accept())
  await tree(page).focus()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('treeitem', { name: /done\.md/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('treeitem', { name: /done\.md/ })).toBeVisible()
})

test('a card is answered beside the editor, and the tree shows the new file', async ({ page }) => {
  await openWorkbench(page)
  await press(page, cardTitled(page, /notes\.md/), 'Allow once')
  await expect(page.getByRole('treeitem', { name: /notes\.md/ })).toBeVisible()
  await page.getByRole('treeitem', { name: /picture/ }).click()
  await expect(page.getByText('This file is not text')).toBeVisible()
})

/** Runs in the page: the texts that it stores for editors. */
async function unsavedTexts(): Promise<readonly string[]> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error('it cannot be read')))
    })
  const database = await done(indexedDB.open('countersign-editor'))
  const kept: readonly { readonly text: string }[] = await done(
    database.transaction('unsaved').objectStore('unsaved').getAll(),
  )
  database.close()
  return kept.map(({ text }) => text)
}
