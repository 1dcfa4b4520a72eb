import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { press } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'
import { addRule, openAt, runDraft, runState, servePage } from './support/workflows.ts'

/** Each workflow of the gallery is copied, run with the demo model, answered when it asks, and ends with the promised result. */

let place: Place
let server: RunningServer
let web: { readonly address: string; readonly close: () => void }

test.beforeAll(async () => {
  web = await servePage('<h1>Kettles</h1><p>The kettle is broken.</p>')
})
test.afterAll(() => web.close())
test.beforeEach(async () => {
  place = await makePlace({ 'README.md': '# Kettles\n\nA shop.\n', 'notes.md': 'The kettle is broken.\n' })
  await promisify(execFile)('git', ['init', '-q'], { cwd: place.workspace })
  server = await place.start()
})
test.afterEach(async () => place.remove())

/** Answers every card until the run has ended. */
async function answerAll(page: Page): Promise<void> {
  await expect(async () => {
    const card = page.getByRole('article').first()
    if ((await runState(page)) === 'waiting' && (await card.isVisible())) {
      const end = card.getByRole('button', { name: 'To the end' })
      if (await end.isVisible()) await end.click()
      await press(page, card, /^(?:Allow once|Approve|Answer):/)
    }
    expect(await runState(page)).toBe('done')
  }).toPass({ timeout: 45_000 })
}

/** The fetched page is on this machine, which no mode allows automatically. */
async function allowLoopback(page: Page): Promise<void> {
  await page.goto(new URL('/settings/permissions', server.address).href)
  await addRule(page, `web.fetch(${web.address}*)`)
  await page.goto(new URL('/workflows', server.address).href)
}

const file = (name: string): Promise<string> => readFile(join(place.workspace, name), 'utf8')

interface Shipped {
  readonly title: string
  readonly inputs: () => Readonly<Record<string, string>>
  readonly shows: (page: Page) => Promise<void>
}

const outputs = (page: Page) => page.getByRole('region', { name: 'Outputs' })

const GALLERY: readonly Shipped[] = [
  {
    title: 'Summarise a page',
    inputs: () => ({ url: web.address }),
    shows: async () => expect(await file('reports/summary.md')).not.toBe(''),
  },
  {
    title: 'Answer from a file',
    inputs: () => ({ message: 'What is this?' }),
    shows: async (page) => expect(outputs(page)).toContainText('answer'),
  },
  {
    title: 'Draft and approve',
    inputs: () => ({ topic: 'kettles' }),
    shows: async () => expect(await file('drafts/text.md')).not.toBe(''),
  },
  {
    title: 'Digest of files',
    inputs: () => ({ files: '["README.md", "missing.md", "notes.md"]' }),
    shows: async (page) => {
      await expect(outputs(page)).toContainText('A shop.')
      await expect(outputs(page)).toContainText('The kettle is broken.')
    },
  },
  {
    title: 'State of the project',
    inputs: () => ({}),
    shows: async (page) => expect(outputs(page)).toContainText('notes.md'),
  },
  {
    title: 'Daily note',
    inputs: () => ({ text: 'Buy a kettle.' }),
    shows: async () => expect(await file('notes/today.md')).toContain('Buy a kettle.'),
  },
]

test('the gallery has six workflows', async ({ page }) => {
  await openAt(page, server, '/workflows')
  for (const { title } of GALLERY)
    await expect(page.getByRole('button', { name: `Use ${title}` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Use / })).toHaveCount(GALLERY.length)
})

for (const { title, inputs, shows } of GALLERY)
  test(`${title} runs with the demo model`, async ({ page }) => {
    await openAt(page, server, '/workflows')
    if (inputs()['url'] !== undefined) await allowLoopback(page)
    await page.getByRole('button', { name: `Use ${title}` }).click()
    await runDraft(page, inputs())
    await answerAll(page)
    await shows(page)
  })
