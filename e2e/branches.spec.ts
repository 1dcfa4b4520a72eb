import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place } from './support/server.ts'

let place: Place

test.beforeEach(async () => {
  place = await makePlace()
})
test.afterEach(async () => place.remove())

test('edit and resend, switch, regenerate: the card of a branch that was left is cancelled, and files stay', async ({
  page,
}) => {
  test.slow()
  const server = await place.start()
  await enter(page, await server.signIn())
  const asked = page.locator('[data-role=user]')
  const branches = page.getByRole('group', { name: 'Branches of this message' })
  await say(page, 'write one.md: first')
  await expect(cardTitled(page, 'Write one.md')).toBeVisible()

  await asked.hover()
  await page.getByRole('button', { name: 'Edit: write one.md: first' }).click()
  await page.getByRole('textbox', { name: 'Edit message' }).fill('write two.md: second')
  await page.keyboard.press('Control+Enter')
  // A turn that waits for an answer is never stopped without confirmation.
  await expect(page.getByRole('dialog', { name: 'Stop the agent?' })).toBeVisible()
  await expect(cardTitled(page, 'Write one.md')).toHaveCount(1)
  await page.getByRole('button', { name: 'Stop and continue' }).click()
  await press(page, cardTitled(page, 'Write two.md'), /^Allow once/)
  await expect(asked).toHaveText(/write two\.md: second/)
  await expect(branches).toContainText('2 of 2')
  await expect
    .poll(async () => readFile(join(place.workspace, 'two.md'), 'utf8').catch(() => null))
    .toBe('second\n')
  await expect(page.locator('[data-role=turn-end]')).toBeVisible()

  await page.getByRole('button', { name: 'Previous branch' }).click()
  await expect(asked).toHaveText(/write one\.md: first/)
  await expect(branches).toContainText('1 of 2')
  await expect(page.locator('[data-call-state=cancelled]')).toHaveCount(1)
  await expect(cardTitled(page, 'Write one.md')).toHaveCount(0)
  await expect(access(join(place.workspace, 'one.md'))).rejects.toThrow()
  expect(await readFile(join(place.workspace, 'two.md'), 'utf8')).toBe('second\n')

  await page.reload()
  await expect(branches).toContainText('1 of 2')
  await page.getByRole('button', { name: 'Next branch' }).click()
  await expect(asked).toHaveText(/write two\.md: second/)
  const answer = page.locator('[data-role=assistant]').last()
  await answer.hover()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect(branches).toContainText('3 of 3')
  await expect(cardTitled(page, 'Write two.md')).toBeVisible()

  await say(page, 'help')
  const queue = page.getByRole('list', { name: 'Queued messages' })
  await expect(queue).toContainText('Will be sent after this turn')
  await queue.getByRole('button', { name: 'Take back: help' }).click()
  await expect(queue).toHaveCount(0)
  await expect(cardTitled(page, 'Write two.md')).toBeVisible()
})

test('an answer is copied as it was written, and a chat is saved as Markdown and JSON from its menu', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const server = await place.start()
  await enter(page, await server.signIn())
  await say(page, 'help')
  await expect(page.locator('[data-role=turn-end]')).toBeVisible()
  await page.locator('[data-role=assistant]').last().hover()
  await page.getByTitle('Copy message').last().click()
  const save = async (entry: string) => {
    await page.getByRole('button', { name: 'This chat' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: entry }).click()
    const file = await saved
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const json = await save('Export as JSON')
  expect(json.name).toBe('help.json')
  expect(JSON.parse(json.text)).toMatchObject({ thread: { title: 'help' } })
  const { name, text } = await save('Export as Markdown')
  expect(name).toBe('help.md')
  expect(text).toContain(await page.evaluate(() => navigator.clipboard.readText()))
  expect(text).toMatch(/^# help\n/)
  expect(text).toContain('## You\n\nhelp')
  expect(text).toContain('## Agent\n\n')
})
