import { execFile } from 'node:child_process'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { SCRIPTED_WITH_WINDOW, scriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say, seen } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place } from './support/server.ts'
import { commitProject, PROJECT } from './support/session/project.ts'
import { CALLS, MESSAGES, sessionModel } from './support/session/script.ts'

const OUT = '/tmp/looks-first'
let stop = 0
async function look(page: Page, name: string, widths: readonly number[] = [1440, 1024, 2200, 390]): Promise<void> {
  stop += 1
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : width === 2200 ? 1200 : width === 1024 ? 768 : 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.waitForTimeout(350)
      await page.screenshot({ path: `${OUT}/${String(stop).padStart(2, '0')}-${name}-${width}-${colorScheme}.png` })
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.waitForTimeout(500)
}

/** A realistic session of a new user: 37 calls on a small repository, with a scripted model. */

test.use({ viewport: { width: 1440, height: 900 } })

let model: ScriptedModel
let place: Place

test.beforeEach(async () => {
  model = await scriptedModel(sessionModel, { window: 200_000 })
  place = await makePlace(PROJECT, { ...model.env, COUNTERSIGN_MODEL: SCRIPTED_WITH_WINDOW })
  await commitProject(place.workspace)
})
test.afterEach(async () => {
  await place.remove()
  await model.close()
})

const row = (page: Page, text: string | RegExp) => page.getByRole('treeitem').filter({ hasText: text }).last()
const git = async (...args: string[]) =>
  (await promisify(execFile)('git', ['-C', place.workspace, ...args])).stdout

test('37 calls: reads, sub-agents, a failing test, a fix, a batch, a long file, a commit, a refusal', async ({
  page,
}) => {
  test.setTimeout(900_000)
  expect(CALLS).toBe(37)
  const server = await place.start()
  await page.goto(await server.signIn())
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
  await look(page, 'first-page')
  await page.evaluate(() => window.localStorage.setItem('countersign welcomed', 'yes'))
  await page.goto(new URL('/new', server.address).href)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await look(page, 'empty-chat')
  await say(page, MESSAGES.fix)
  await fixes(page)
  await say(page, MESSAGES.tidy)
  await tidies(page)
  await explains(page)
})

/** The first message, until its turn is over. */
async function fixes(page: Page): Promise<void> {
  const todo = page.getByRole('region', { name: 'To do' })
  await expect(row(page, /Searched/)).toContainText('3 matches for "parseAmount"')
  const sub = cardTitled(page, 'Run a command')
  await expect(sub).toContainText('from the sub-agent “Read the tests”')
  await expect(sub).toContainText('It can be allowed once only.')
  await look(page, 'chat-with-card')
  await press(page, sub, /^Allow once/)
  await expect(sub).toContainText('npm test')
  await press(page, sub, /^Allow once/)
  await expect(row(page, 'npm test')).toContainText('1 failed, 4 passed')
  await expect(todo).toContainText('1 of 4 done')

  // The edit without a match failed before anyone was asked; the next one is a card.
  await expect(row(page, /Failed to edit/)).toContainText('text not found')
  const edit = cardTitled(page, 'Edit src/money.js')
  await expect(edit).toContainText('Edits ask in Ask mode.')
  await expect(edit).toContainText('+1 −1')
  await look(page, 'failed-call-and-edit')
  await press(page, edit, /^Allow once/)
  await press(page, sub, /^Allow once/)
  await expect(row(page, 'npm test')).toContainText('5 passed')
  await expect(cardTitled(page, 'Edit src/invoice.js')).toBeInViewport({ ratio: 1 })

  await page.getByRole('button', { name: /Answer together/ }).click()
  const batch = page.getByRole('region', { name: /files\.edit/ })
  await expect(batch.getByRole('heading', { name: '4 similar edits' })).toBeVisible()
  await expect(batch.getByRole('button', { name: /Allow 4 once/ })).toBeDisabled()
  await look(page, 'batch', [1440, 1024])
  await batch.getByRole('button', { name: 'Read them one after another' }).click()
  await expect(batch.getByRole('button', { name: 'Next' })).toBeInViewport()
  await look(page, 'batch-reading', [1440, 2200])
  for (const _ of ['refund', 'receipt', 'report']) {
    await expect(batch.getByText('seen', { exact: true }).first()).toBeVisible()
    await batch.getByRole('button', { name: 'Next' }).click()
  }
  await batch.getByRole('button', { name: 'Allow 4 once' }).click()

  const guide = cardTitled(page, 'Write docs/guide.md')
  await expect(guide).toContainText(/of 325 lines/)
  await expect(guide).toContainText('Scroll to the end to allow.')
  await expect(guide.getByRole('button', { name: /^Allow once/ })).toBeDisabled()
  await look(page, 'long-card-before')
  await guide.getByRole('button', { name: 'To the end' }).click()
  await look(page, 'long-card-after', [1440, 1024])
  await press(page, guide, /^Allow once/)
  await seen(cardTitled(page, /^Fetch/))
  await press(page, cardTitled(page, /^Fetch/), /^Allow once/)
  await expect(row(page, /Failed to fetch/)).toContainText('no such host')
  await seen(cardTitled(page, 'Create CHANGELOG.md'))
  await press(page, cardTitled(page, 'Create CHANGELOG.md'), /^Allow once/)
  await expect(sub).toContainText('git commit')
  await seen(sub)
  await press(page, sub, /^Allow once/)

  const changed = page.getByRole('region', { name: 'Files changed in this turn' })
  await expect(changed.getByRole('heading')).toHaveText('7 files changed')
  await expect(changed).toContainText('+333 −5')
  await expect(todo).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText('A cent too few')
  await look(page, 'end-of-turn')
  const field = page.getByRole('navigation', { name: 'Chats' }).getByRole('searchbox')
  await field.fill('parseAmount')
  await page.waitForTimeout(1500)
  await look(page, 'search', [1440])
  await field.fill('')
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page.waitForTimeout(800)
  await look(page, 'model-picker', [1440])
  await page.keyboard.press('Escape')
  expect(await git('log', '--oneline')).toContain('Keep every cent')
  expect(await readFile(join(place.workspace, 'src/money.js'), 'utf8')).toContain('Math.round')
}

/** The second message: the irreversible call is refused, and the rest continues. */
async function tidies(page: Page): Promise<void> {
  const danger = cardTitled(page, 'Run a command')
  await expect(danger).toContainText('always asks, in every mode')
  await expect(danger).toContainText('rewrites or deletes history that others have')
  await look(page, 'always-asks')
  await danger.getByRole('button', { name: /^Note/ }).click()
  await page.getByRole('textbox', { name: /agent/i }).fill('do not force anything')
  await seen(danger)
  await press(page, danger, /^Deny/)
  await expect(row(page, /Did not run/)).toContainText('do not force anything')
  await seen(cardTitled(page, 'Delete tmp/old.txt'))
  await press(page, cardTitled(page, 'Delete tmp/old.txt'), /^Allow once/)
  const rename = cardTitled(page, /^Rename/)
  await expect(rename).toContainText('Changes ask in Ask mode.')
  await seen(rename)
  await press(page, rename, /^Allow once/)
  await expect(row(page, /ls docs\/missing/)).toContainText('exit code 2')
  const changed = page.getByRole('region', { name: 'Files changed in this turn' }).last()
  await expect(changed.getByRole('listitem')).toContainText([
    /tmp\/old\.txt\s*deleted/,
    /docs\/amounts\.md\s*renamed from docs\/guide\.md/,
  ])
  await access(join(place.workspace, 'docs/amounts.md'))
  await expect(access(join(place.workspace, 'tmp/old.txt'))).rejects.toThrow()
}

/** The third message: a message is queued while text streams, and text from before a stop stays. */
async function explains(page: Page): Promise<void> {
  await say(page, MESSAGES.explain)
  await expect(page.getByText(/A fraction such as 0\.12/)).toBeVisible()
  await say(page, 'Shorter, please.')
  await expect(page.getByText('Will be sent after this turn')).toBeVisible()
  await look(page, 'queued', [1440])
  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('button', { name: /^Stop/ }).click()
  await expect(page.getByText('Cut off here.')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/A fraction such as 0\.12/)).toBeVisible()
  await page.getByRole('log').focus()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toContainText('find in the open chat')
  await expect(keys).toContainText('Ctrl+F')
  await look(page, 'keys', [1440, 390])
  await page.keyboard.press('Escape')
  for (const id of ['permissions', 'models', 'media', 'mcp', 'plugins', 'memory', 'prompts', 'secrets', 'limits', 'sessions', 'notifications', 'keyboard', 'about']) {
    await page.goto(new URL(`/settings/${id}`, page.url()).href)
    await page.waitForTimeout(1200)
    await look(page, `settings-${id}`, [1440, 390])
  }
  for (const path of ['waiting', 'answered', 'audit', 'chats', 'collections', 'workflows', 'more']) {
    await page.goto(new URL(`/${path}`, page.url()).href)
    await page.waitForTimeout(1200)
    await look(page, path, [1440, 390])
  }
}
