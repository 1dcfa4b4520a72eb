import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say } from './support/cards.ts'
import { go, install } from './support/plugins.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'

/** axe finds nothing in any pane, in both themes, with content in each. */

const EXAMPLES = join(import.meta.dirname, '../examples/plugins')

let place: Place
let server: RunningServer
const LINES = Array.from({ length: 30 }, (_, index) => `export const line${index} = ${index}\n`).join('')
test.beforeEach(async () => {
  place = await makePlace({ 'src/money.ts': LINES, 'README.md': '# Invoicer\n\nCounts **cents**.\n' })
  server = await place.start()
})
test.afterEach(async () => place.remove())

interface Opened {
  readonly params?: string
  /** The pane is checked once this is visible. */
  shown(page: Page): Promise<void>
}

const PANES: ReadonlyMap<string, Opened> = new Map([
  ['files', { shown: shows('[role=tree][aria-label="Files in this folder"]', 'README.md') }],
  ['editor', { params: '&path=README.md', shown: shows('[data-editor] .cm-content', 'Invoicer') }],
  ['proposal', { params: '&path=src/money.ts', shown: shows('[data-proposal]', ' left') }],
  ['preview', { params: '&path=README.md', shown: (page) => heading(page, 'Invoicer') }],
  [
    'search',
    {
      shown: async (page) => {
        await page.getByRole('textbox', { name: 'Find' }).fill('line1')
        await page.keyboard.press('Enter')
        await expect(page.getByText(/lines in 1 file/)).toBeVisible()
      },
    },
  ],
  [
    'terminal',
    {
      shown: async (page) => {
        await page.getByRole('button', { name: 'Start a terminal' }).last().click()
        await expect(page.locator('[data-terminal="1"] .xterm-rows')).toContainText('workspace')
      },
    },
  ],
  ['changes', { shown: shows('[data-changes]', 'money.ts') }],
  ['observability', { shown: shows('[data-observed]', 'README.md') }],
  ['status', { shown: (page) => expect(page.getByText('Connected.').first()).toBeVisible() }],
  ['plugin', { params: '&id=clock', shown: shows('[data-plugin=clock]', 'Time zone') }],
  [
    'waiting',
    { shown: (page) => expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeAttached() },
  ],
  [
    'collections',
    { shown: (page) => expect(page.getByRole('button', { name: 'Create a collection' })).toBeVisible() },
  ],
  ['browser', { shown: shows('[data-pane=browser]', 'No page is open in this chat') }],
  ['document', { shown: (page) => expect(page.getByText('Choose a passage or a document')).toBeVisible() }],
  ['chat', { shown: (page) => expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible() }],
])

function shows(place_: string, text: string) {
  return (page: Page) => expect(page.locator(place_).filter({ hasText: text }).first()).toBeVisible()
}

async function heading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

/** `workflows.spec.ts` checks these with content. */
const ELSEWHERE: readonly string[] = ['workflow', 'run']

test('every pane of every feature is looked at', async () => {
  const features = join(import.meta.dirname, '../apps/web/src/features')
  const declared = new Set<string>()
  for (const name of await readdir(features)) {
    const source = await readFile(join(features, name, 'feature.ts'), 'utf8').catch(() => '')
    const [, panes = ''] = /\n {2}panes: \[(.*?)\],\n/s.exec(source) ?? []
    for (const [, type = ''] of panes.matchAll(/\btype: '([\w.]+)'/g)) declared.add(type)
  }
  expect([...declared].toSorted()).toEqual([...PANES.keys(), ...ELSEWHERE].toSorted())
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing in any pane, ${colorScheme}`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await enter(page, await server.signIn())
    await install(page, join(EXAMPLES, 'clock'), 'Clock')
    await go(page, '/new')
    await say(page, 'read README.md')
    await expect(page.getByRole('treeitem', { name: /README\.md/ })).toBeVisible()
    await say(page, `run sed -i 's/ = 2$/ = two/' src/money.ts`)
    await press(page, cardTitled(page, /Run a command/), /^Allow once/)
    await expect(page.getByRole('button', { name: 'Review', exact: true })).toBeVisible()
    await say(page, `write src/money.ts: ${LINES.replaceAll(/(?<= = \d?)5$/gm, 'five')}`)
    await expect(cardTitled(page, 'Write src/money.ts')).toBeVisible()
    const thread = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    for (const [type, { params = '', shown }] of PANES) {
      await page.goto(`${server.address}w/${thread}?open=${type}${params}`)
      await shown(page)
      expect(await findings(page), `${type}, ${colorScheme}`).toEqual([])
    }
  })
