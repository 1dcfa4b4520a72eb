import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { TurnId } from '@countersign/protocol'
import type { ThreadEvent } from '@countersign/protocol'
import { findings } from './support/axe.ts'
import { fakeWire, modelOf, snapshot } from './support/fake-wire.ts'
import type { FakeWire } from './support/fake-wire.ts'
import { message, thread } from './support/views.ts'

/** The composer: file names, forbidden modes, and the reasoning effort. */

const chat = thread('tidy', { title: 'tidy the release' })
const NAMES = ['README.md', 'src/', 'src/gate.ts', 'src/my notes.md']

async function open(page: Page, more: object = {}): Promise<FakeWire> {
  const wire = await fakeWire(page, { threads: [chat], snapshots: [snapshot(chat)], ...more })
  await page.route('**/api/files?*', (route) => {
    const wanted = new URL(route.request().url()).searchParams.get('wanted') ?? ''
    const names = NAMES.filter((path) => path.includes(wanted)).map((path) => ({
      path,
      kind: path.endsWith('/') ? 'folder' : 'file',
    }))
    return route.fulfill({ json: { names, more: false } })
  })
  await page.goto(wire.url('/t/thr_tidy'))
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  return wire
}

test('@ offers files by keyboard alone; the focus stays in the text and Enter sends only when nothing is offered', async ({
  page,
}) => {
  const wire = await open(page)
  const field = page.getByRole('textbox', { name: 'Message' })
  const list = page.getByRole('listbox', { name: 'Files' })
  await field.focus()
  await page.keyboard.type('look at @')
  await expect(list.getByRole('option')).toHaveCount(4)
  await expect(page.getByText('4 suggested.')).toBeAttached()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toHaveText('src/')
  await expect(field).toHaveAttribute('aria-activedescendant', /suggested-1$/)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('look at @src/')
  await expect(list.getByRole('option')).toHaveCount(3)
  await page.keyboard.type('my')
  await expect(list.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('look at @"src/my notes.md" ')
  await expect(field).toBeFocused()
  await expect(list).toHaveCount(0)

  await page.keyboard.type('and @nothing')
  await expect(page.getByText('No `nothing` here.').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No `nothing` here.')).toHaveCount(0)
  expect(wire.heard.some(({ type }) => type === 'turn_start')).toBe(false)
  await page.keyboard.press('Enter')
  await expect
    .poll(() => wire.heard.find(({ type }) => type === 'turn_start'))
    .toMatchObject({ text: 'look at @"src/my notes.md" and @nothing' })
})

test('a name is taken by touch too, and an address is no name', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('mail ada@example.org')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await field.fill('see @ga')
  await page.getByRole('option', { name: 'src/gate.ts' }).click()
  await expect(field).toHaveValue('see @src/gate.ts ')
})

test('a forbidden mode is listed with the reason and cannot be chosen; what holds is shown', async ({
  page,
}) => {
  const wire = await open(page, {
    me: { forbidden_modes: [{ mode: 'auto', instead: 'acceptEdits', because: 'forbidden' }] },
  })
  await page.getByRole('button', { name: 'Mode: Ask' }).click()
  const auto = page.getByRole('menuitemradio', { name: /Auto/ })
  await expect(auto).toContainText('Your administrator does not allow Auto.')
  await expect(auto).toBeDisabled()
  expect(await findings(page)).toEqual([])
  await auto.click({ force: true })
  expect(wire.heard.some(({ type }) => type === 'mode_set')).toBe(false)
  wire.event(chat.id, { type: 'thread_updated', thread: { ...chat, permission_mode: 'auto' } })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Mode: Accept edits' })).toBeVisible()
  await page.goto(wire.url('/settings/permissions'))
  await expect(page.getByRole('radio', { name: /Auto/ })).toBeDisabled()
})

test('thinking is one folded line with its time, above what came of it', async ({ page }) => {
  const wire = await open(page)
  const turn_id = TurnId.parse('trn_a')
  wire.event(chat.id, {
    type: 'chunk',
    turn_id,
    kind: 'reasoning',
    text: 'The script has no tag.',
    parent_id: null,
    depth: 0,
  })
  const line = page.locator('[data-thinking] summary')
  await expect(line).toHaveText(/^Thinking · \d+ s$/)
  await expect(page.getByText('The script has no tag.')).toBeHidden()
  wire.event(chat.id, {
    type: 'chunk',
    turn_id,
    kind: 'text',
    text: 'It needs one.',
    parent_id: null,
    depth: 0,
  })
  await expect(line).toHaveText(/^Thought · /)
  wire.event(chat.id, {
    type: 'message_added',
    message: message('tidy', 'answer', {
      role: 'assistant',
      text: 'It needs one.',
      thought: { text: 'The script has no tag.', ms: 2000 },
    }),
  })
  await expect(page.locator('[data-role=assistant]')).toContainText('It needs one.')
  await expect(line).toHaveText('Thought · 2.0 s')
  await line.click()
  await expect(page.getByText('The script has no tag.')).toBeVisible()
})

test('a turn that failed offers what to do; one out of budget goes on; code is coloured once its fence is closed', async ({
  page,
}) => {
  const wire = await open(page, {
    me: {
      models: [modelOf({ id: 'demo', name: 'Demo', demo: true }), modelOf({ id: 'far/one', name: 'One' })],
      default_model: 'far/one',
    },
  })
  const turn = {
    id: TurnId.parse('trn_tidy'),
    thread_id: chat.id,
    state: 'failed' as const,
    error: 'connection refused at 127.0.0.1:9',
  }
  const tell = (event: ThreadEvent): void => wire.event(chat.id, event)
  tell({ type: 'thread_updated', thread: { ...chat, model: 'far/one' } })
  tell({ type: 'message_added', message: message('tidy', 'ask', { text: 'tidy it' }) })
  tell({ type: 'turn_updated', turn })
  await expect(page.getByText('The turn failed: connection refused at 127.0.0.1:9')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change model' })).toBeVisible()
  await page.getByRole('button', { name: 'Use Demo' }).click()
  await expect
    .poll(() => wire.heard.filter(({ type }) => type === 'model_set' || type === 'turn_start'))
    .toMatchObject([{ model: 'demo' }, { text: 'tidy it' }])

  const budget = { reason: 'llm_calls', limit: 60, observed: 61 } as const
  tell({ type: 'budget_exceeded', turn_id: turn.id, ...budget })
  tell({ type: 'turn_updated', turn: { ...turn, state: 'done', error: null, budget } })
  await expect(page.getByText('Stopped after 60 model calls. Work done so far is kept.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect
    .poll(() => wire.heard.findLast(({ type }) => type === 'turn_start'))
    .toMatchObject({ text: 'Continue.' })

  const fence = '```'
  const code = `${fence}ts\nconst a = 1\n`
  const chunk = { type: 'chunk', turn_id: turn.id, kind: 'text', parent_id: null, depth: 0 } as const
  tell({ ...chunk, text: code })
  await expect(page.getByText('const a = 1')).toBeVisible()
  await expect(page.locator('code .text-plan')).toHaveCount(0)
  tell({ ...chunk, text: `${fence}\n\nDone.` })
  await expect(page.locator('code .text-plan')).toHaveText('const')
})
