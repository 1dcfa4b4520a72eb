import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { scriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type {
  ScriptedAnswer,
  ScriptedModel,
  ScriptedRequest,
} from '../apps/server/src/testing/scripted-model.ts'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say } from './support/cards.ts'
import { go } from './support/plugins.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'
import { importGraph, saveVersion } from './support/workflows.ts'

/** The agent next to the editor: it builds and proposes a graph, and a person accepts part of it. */

let model: ScriptedModel
let place: Place
let server: RunningServer

test.use({ viewport: { width: 1600, height: 1000 } })

test.beforeEach(async () => {
  model = await scriptedModel(answer)
  place = await makePlace({ 'README.md': '# Invoicer\n' }, model.env)
  server = await place.start()
})
test.afterEach(async () => {
  await place.remove()
  await model.close()
})

const BUILT = {
  version: 1,
  name: 'Built',
  inputs: {},
  outputs: {},
  nodes: [
    { id: 'read', type: 'files.read', inputs: { path: 'README.md' } },
    { id: 'sum', type: 'llm.generate', inputs: { prompt: 'Summarise.' } },
    { id: 'save', type: 'files.write', inputs: { path: 'summary.md' } },
    { id: 'spare', type: 'time.now', inputs: {} },
  ],
  edges: [
    { from: ['read', 'text'], to: ['sum', 'context'] },
    { from: ['sum', 'text'], to: ['save', 'content'] },
  ],
}

/** The sub-agent of `build_workflow` submits a graph; the thread's agent makes the calls that the message names, one step each. */
function answer({ messages, tools = [] }: ScriptedRequest): ScriptedAnswer {
  if (tools.some(({ function: { name } }) => name === 'finish_subtask'))
    return { calls: [{ name: 'finish_subtask', args: { graph: BUILT } }] }
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const content = messages[asked]?.content
  if (typeof content !== 'string' || !content.startsWith('[')) return { text: 'done' }
  const steps = JSON.parse(content.replaceAll('HASH', builtHash(messages))) as Step[] // the test wrote it
  const answered = messages.slice(asked).filter(({ role }) => role === 'assistant').length
  const calls = steps[answered]
  return calls === undefined ? { text: 'All steps are done.' } : { calls }
}
type Step = { readonly name: string; readonly args: unknown }[]

/** The result of `build_workflow`. */
function builtHash(messages: ScriptedRequest['messages']): string {
  const results = messages.flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []))
  return results.map((text) => /[0-9a-f]{64}/.exec(text)?.[0]).find((hash) => hash !== undefined) ?? ''
}

const WRITES = [{ id: 'save', type: 'files.write', inputs: { path: 'summary.md', content: 'Short.' } }]

const offered = (): readonly string[] =>
  (model.requests.at(-1)?.tools ?? []).map(({ function: { name } }) => name.replaceAll('_', '.'))
const told = (): string =>
  (model.requests.at(-1)?.messages ?? [])
    .flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []))
    .join('\n')

const ONE = {
  version: 1,
  name: 'Reports',
  inputs: {},
  outputs: {},
  nodes: [{ id: 'now', type: 'time.now', inputs: {} }],
  edges: [],
}

/** A thread with the scripted model, and a workflow in an editor next to it. */
async function openBeside(page: Page): Promise<string> {
  await enter(page, await server.signIn())
  await go(page, '/settings/models')
  await page.getByRole('combobox', { name: 'Model for new chats' }).selectOption('compatible/any')
  await go(page, '/new')
  await say(page, 'hello')
  await expect(page.locator('[data-role=assistant]').last()).toContainText('done')
  await go(page, '/workflows')
  const workflow = await importGraph(page, ONE)
  await saveVersion(page, 'first')
  await page.getByRole('link', { name: 'Open next to a chat' }).click()
  await expect(page.locator(`[data-workflow="${workflow}"]`)).toBeVisible()
  await page
    .locator(`[data-workflow="${workflow}"]`)
    .getByRole('button', { name: 'Canvas', exact: true })
    .click()
  await expect(page.locator('.react-flow__node')).toHaveCount(1)
  return workflow
}

const LOAD: Step = [{ name: 'list_tool_groups', args: {} }]
const card = (page: Page) => cardTitled(page, 'Apply proposals to the draft of a workflow')
const drawn = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)

test('it builds a graph and proposes it; some is accepted and some declined on the canvas, which answers the one card', async ({
  page,
}) => {
  const workflow = await openBeside(page)
  await say(
    page,
    JSON.stringify([
      LOAD,
      [{ name: 'build_workflow', args: { objective: 'Summarise the read me.' } }],
      [{ name: 'ui_paste', args: { workflow_id: workflow, hash: 'HASH' } }],
      [{ name: 'ui_apply', args: { workflow_id: workflow } }],
    ]),
  )
  await expect(async () => expect(await card(page).count(), told()).toBe(1)).toPass({ timeout: 10_000 })
  await page.locator('.workflow-canvas').getByRole('button', { name: 'Show all' }).click()
  await expect(drawn(page, 'save')).toBeVisible()
  // The card starts with the new permissions of the draft.
  await expect(card(page)).toContainText('What it may do that it could not before')
  await expect(card(page).locator('[data-effect="save"]')).toContainText('summary.md')
  await expect(page.getByText('The agent proposes 4 nodes and 2 wires')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findings(page), colorScheme).toEqual([])
  }

  await page.getByText('Each proposal').click()
  const ghosts = page.getByRole('region', { name: 'Proposals' })
  for (const label of await ghosts.getByRole('button', { name: /^Accept: / }).all())
    if (!((await label.getAttribute('aria-label')) ?? '').includes('spare')) await label.click()
  await ghosts.getByRole('button', { name: /^Decline: add spare/ }).click()
  // Nothing was sent yet: the draft is unchanged, and the card waits.
  await expect(card(page)).toBeVisible()
  await ghosts.getByRole('button', { name: 'Send answer: accept 5 of 6' }).click()
  await expect(card(page)).toHaveCount(0)
  await expect(page.locator('[data-role=assistant]').last()).toContainText('All steps are done.')
  expect(told()).toContain('5 proposals are in the draft now')
  await expect(drawn(page, 'save')).toBeVisible()
  await expect(drawn(page, 'now')).toBeVisible()
  // The declined proposal is gone.
  await expect(drawn(page, 'spare')).toHaveCount(0)
  await expect(page.getByText(/^The agent proposes/)).toHaveCount(0)

  await say(
    page,
    JSON.stringify([LOAD, [{ name: 'ui_save_version', args: { workflow_id: workflow, message: 'built' } }]]),
  )
  const save = cardTitled(page, 'Save a version of a workflow')
  await expect(save.locator('[data-effect="save"]')).toContainText('summary.md')
  // It shows the graph that becomes the version. Nothing can be allowed before its end was on screen.
  await expect(save.getByRole('img')).toHaveAccessibleName(/Write a file/)
  await expect(save.getByRole('button', { name: /^Allow once/ })).toBeDisabled()
  await save.getByRole('button', { name: 'To the end' }).click()
  await press(page, save, /^Allow once/)
  await expect(save).toHaveCount(0)
  await expect.poll(told).toContain('Saved as version')
  await page
    .locator(`[data-workflow="${workflow}"]`)
    .getByRole('button', { name: 'Versions', exact: true })
    .click()
  await expect(page.locator('[data-version]')).toHaveCount(2)
  await expect(page.locator('[data-version]').first()).toContainText('built')
})

test('proposals that change while the card waits make it stale; without a card, accepting is the person’s own edit', async ({
  page,
}) => {
  const workflow = await openBeside(page)
  const add = (id: string) => ({
    name: 'ui_add_node',
    args: { workflow_id: workflow, node_type: 'time.now', id },
  })
  await say(page, JSON.stringify([LOAD, [add('one')], [add('two')]]))
  await expect(page.locator('[data-role=assistant]').last()).toContainText('All steps are done.')
  await expect(page.getByText('The agent proposes 2 nodes')).toBeVisible()
  await drawn(page, 'one')
    .getByRole('button', { name: /^Accept/ })
    .click()
  await expect(page.getByText('The agent proposes 1 node')).toBeVisible()
  await expect(page.getByText('Draft saved')).toBeVisible()

  await say(page, JSON.stringify([LOAD, [{ name: 'ui_apply', args: { workflow_id: workflow } }]]))
  await expect(card(page)).toBeVisible()
  // The draft changes while the card waits, as another window could change it, so the card becomes stale.
  await page.evaluate(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'F7' })))
  await page
    .locator(`[data-workflow="${workflow}"]`)
    .getByRole('button', { name: 'List', exact: true })
    .click()
  await page
    .locator('[data-node=one]')
    .getByRole('textbox', { name: /^Title/ })
    .fill('Changed meanwhile')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await press(page, card(page), /^Allow once/)
  await expect(page.locator('[data-role=assistant]').last()).toContainText('All steps are done.')
  expect(told()).toMatch(/changed|stale/i)
  await expect(page.getByText('The agent proposes 1 node')).toBeVisible()
})

test('a saved workflow is started from the chat: the card shows what it may do, and the write asks with its path', async ({
  page,
}) => {
  await enter(page, await server.signIn())
  await go(page, '/settings/models')
  await page.getByRole('combobox', { name: 'Model for new chats' }).selectOption('compatible/any')
  await go(page, '/workflows')
  const workflow = await importGraph(page, { ...BUILT, nodes: WRITES, edges: [] })
  await saveVersion(page, 'first')
  await go(page, '/new')
  await say(
    page,
    JSON.stringify([
      LOAD,
      [
        { name: 'list_workflows', args: {} },
        { name: 'get_workflow', args: { workflow_id: workflow } },
        { name: 'plan_workflow', args: { workflow_id: workflow } },
      ],
      [{ name: 'run_workflow', args: { workflow_id: workflow } }],
    ]),
  )
  const start = page.getByRole('article').filter({ has: page.locator('[data-graph-card]') })
  await expect(start.locator('[data-effect="save"]')).toContainText('summary.md')
  const toEnd = start.getByRole('button', { name: 'To the end' })
  if (await toEnd.isVisible()) await toEnd.click()
  await press(page, start, /^Start:/)
  const write = page.getByRole('article').filter({ hasText: 'summary.md' })
  await press(page, write, /^Allow once/)
  await expect(page.locator('[data-role=assistant]').last()).toContainText('All steps are done.')
  expect(await readFile(join(place.workspace, 'summary.md'), 'utf8')).toBe('Short.')
})

test('*Allow for this chat* on the card of a run covers this version in this chat, and neither another version nor its effects', async ({
  page,
}) => {
  await enter(page, await server.signIn())
  await go(page, '/settings/models')
  await page.getByRole('combobox', { name: 'Model for new chats' }).selectOption('compatible/any')
  await go(page, '/workflows')
  const workflow = await importGraph(page, { ...BUILT, nodes: WRITES, edges: [] })
  await saveVersion(page, 'first')
  await go(page, '/new')
  const run: Step = [{ name: 'run_workflow', args: { workflow_id: workflow } }]
  const start = page.getByRole('article').filter({ has: page.locator('[data-graph-card]') })
  const write = cardTitled(page, /^Write /)
  const ends = page.getByText('All steps are done.')
  await say(page, JSON.stringify([LOAD, run]))
  const toEnd = start.getByRole('button', { name: 'To the end' })
  await expect(start).toBeVisible()
  if (await toEnd.isVisible()) await toEnd.click()
  await press(page, start, /^Allow for this chat/)
  await press(page, write, /^Allow once/)
  await expect(ends).toHaveCount(1)

  await say(page, JSON.stringify([run]))
  // The version starts without a card; its write still asks.
  await press(page, write, /^Allow once/)
  await expect(ends).toHaveCount(2)

  const chat = new URL(page.url()).pathname
  await go(page, `/workflows/${workflow}`)
  await page
    .locator('[data-node=save]')
    .getByRole('textbox', { name: /^Value of content/ })
    .fill('Longer.')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await saveVersion(page, 'second')
  await go(page, chat)
  await say(page, JSON.stringify([run]))
  await expect(start).toBeVisible()
})

test('without an editor beside the chat these tools are absent', async ({ page }) => {
  await openBeside(page)
  await go(page, '/new')
  await say(page, JSON.stringify([LOAD]))
  await expect(page.locator('[data-role=assistant]').last()).toContainText('All steps are done.')
  expect(offered().filter((name) => name.startsWith('ui.') || name === 'build.workflow')).toEqual([])
})
