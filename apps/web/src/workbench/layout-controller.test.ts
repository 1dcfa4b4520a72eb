import { expect, test } from 'vitest'
import type { PaneSpec } from '../platform/feature.ts'
import { layoutCall, type AgentDock } from './agent-layout.ts'
import { placesToward } from './dock-places.ts'
import { layoutController } from './layout-controller.ts'
import { readParams } from './pane-place.ts'
import type { Held } from './pane-types.ts'
import { presetLayout } from './layouts.ts'

const spec = (type: string, title: string, more: Partial<PaneSpec> = {}): readonly [string, PaneSpec] => [
  type,
  { type, title, pane: () => null, ...more },
]

const SPECS = new Map([
  spec('chat', 'Chat', { place: 'right', by: 'thread' }),
  spec('files', 'Files', { place: 'left' }),
  spec('editor', 'Editor', { by: 'path', titleOf: ({ path = '' }) => path }),
  spec('terminal', 'Terminal', { place: 'below' }),
  spec('observability', 'Observability', { place: 'below' }),
  spec('changes', 'Changes', { place: 'center' }),
])

const layout = () => layoutController(presetLayout(SPECS, 'medium'), SPECS)
const ids = (controller: ReturnType<typeof layout>) => controller.panes().map(({ id }) => id)

test('a layout begins with files and chat', () => {
  expect(ids(layout())).toEqual(['files', 'chat'])
})

test('a pane opens once for each of its parameters, and is shown again after that', () => {
  const controller = layout()
  expect(controller.open('editor', { path: 'a.ts' })).toEqual({ ok: true, text: 'a.ts is right of Files.' })
  controller.open('editor', { path: 'b.ts' })
  expect(controller.open('editor', { path: 'a.ts' })).toEqual({ ok: true, text: 'a.ts is in front.' })
  expect(ids(controller)).toEqual(['files', 'editor:a.ts', 'editor:b.ts', 'chat'])
  expect(
    controller
      .panes()
      .filter(({ visible }) => visible)
      .map(({ id }) => id),
  ).toEqual(['files', 'editor:a.ts', 'chat'])
})

test.each([
  ['right', 'Terminal is right of Chat.'],
  ['below', 'Terminal is below Chat.'],
  ['above', 'Terminal is above Chat.'],
] as const)('a pane opens %s of another, and the words say where it is', (side, text) => {
  const controller = layout()
  expect(controller.open('terminal', {}, { beside: 'chat', side })).toEqual({ ok: true, text })
})

test('a pane is moved beside another, and closes; the chat stays', () => {
  const controller = layout()
  controller.open('terminal', {})
  expect(controller.move('terminal', 'chat', 'below')).toEqual({ ok: true, text: 'Terminal is below Chat.' })
  expect(controller.move('terminal', 'terminal', 'below').ok).toBe(false)
  expect(controller.close('terminal')).toEqual({ ok: true, text: 'Terminal is closed.' })
  expect(controller.close('chat')).toEqual({ ok: false, text: 'The chat stays open.' })
  expect(ids(controller)).toEqual(['files', 'chat'])
})

test.each([
  ['open', () => layout().open('nope', {})],
  ['open beside', () => layout().open('terminal', {}, { beside: 'gone', side: 'left' })],
  ['move', () => layout().move('gone', 'chat', 'left')],
  ['show', () => layout().show('gone')],
  ['close', () => layout().close('gone')],
] as const)('%s of what is not there says so', (_verb, run) => {
  expect(run()).toMatchObject({ ok: false, text: expect.stringMatching(/^There is no/) as string })
})

test('parameters from storage are texts or nothing', () => {
  expect(readParams({ path: 'a', line: 3, deep: {} })).toEqual({ path: 'a' })
  expect(readParams(null)).toEqual({})
})

/** The agent's calls on a layout with guarded panes. */
function agentOn(controller: ReturnType<typeof layout>, keep: Readonly<Record<string, Held>> = {}) {
  const dock: AgentDock = {
    controller,
    specs: SPECS,
    guard: () => ({ keep: new Map(Object.entries(keep)) }),
    layouts: () => ({ names: ['Write', 'Review'], current: controller.name() }),
    switchTo: (name, guard) => controller.load(presetLayout(SPECS, 'medium', 'Review'), name, guard),
  }
  return (verb: string, args: unknown) => layoutCall(dock, verb, args)
}

test.each([
  ['vertical', 'Terminal is right of Chat.'],
  ['right', 'Terminal is right of Chat.'],
  ['left', 'Terminal is left of Chat.'],
  ['horizontal', 'Terminal is below Chat.'],
  ['above', 'Terminal is above Chat.'],
])('the agent splits a place: %s', (direction, text) => {
  const call = agentOn(layoutController(presetLayout(SPECS, 'medium', 'Chat'), SPECS))
  expect(call('split', { pane: 'chat', direction, type: 'terminal' })).toEqual({ ok: true, text })
})

test('a split without a type moves the pane out of its tabs, and asks for one where it is alone', () => {
  const controller = layout()
  const call = agentOn(controller)
  call('open', { type: 'editor', params: { path: 'a.ts' } })
  call('open', { type: 'editor', params: { path: 'b.ts' } })
  expect(call('split', { pane: 'editor:b.ts', direction: 'horizontal' })).toEqual({
    ok: true,
    text: 'b.ts is below a.ts.',
  })
  expect(call('split', { pane: 'chat', direction: 'vertical' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('name the `type`') as string,
  })
  expect(() => call('split', { direction: 'vertical' })).toThrow('`instanceId` is missing')
})

test('panes of one place join it: there is one row below', () => {
  const controller = layout()
  const call = agentOn(controller)
  call('open', { type: 'terminal' })
  expect(call('open', { type: 'observability' }).text).toContain('in one place with Terminal, in front')
})

test('the agent never covers the pane that the person is in, or in which a card waits', () => {
  const controller = layout()
  controller.open('editor', { path: 'a.ts' })
  const call = agentOn(controller, { 'editor:a.ts': 'person', chat: 'card' })
  expect(call('open', { type: 'changes' })).toEqual({
    ok: true,
    text: 'Changes is right of Files, in one place with a.ts, behind it.',
  })
  expect(call('focus', { pane: 'changes' })).toEqual({
    ok: false,
    text: 'Not done: Changes stays behind a.ts, because the person is in it.',
  })
  // Both must stay visible, but one tab set shows only one of them.
  expect(call('move', { pane: 'chat', beside: 'editor:a.ts', side: 'with' })).toMatchObject({ ok: false })
  expect(call('close', { pane: 'editor:a.ts' })).toEqual({
    ok: false,
    text: 'Not done: a.ts stays in sight, because the person is in it.',
  })
  const seen = controller.panes().filter(({ visible }) => visible)
  expect(seen.map(({ id }) => id)).toEqual(['files', 'editor:a.ts', 'chat'])
})

test('unsaved work is not closed by the agent, and comes along into another layout', () => {
  const controller = layoutController(presetLayout(SPECS, 'medium'), SPECS, {
    isDirty: (pane) => pane === 'editor:a.ts',
  })
  const call = agentOn(controller)
  controller.open('editor', { path: 'a.ts' })
  controller.open('terminal', {})
  expect(call('close', { pane: 'editor:a.ts' })).toMatchObject({
    ok: false,
    text: expect.stringMatching(/^unsaved/) as string,
  })
  expect(call('switch', { layout: 'Review' })).toEqual({
    ok: true,
    text: 'The layout is Review: Files, Changes, a.ts, Chat.',
  })
  expect(controller.name()).toBe('Review')
  controller.undo()
  expect(controller.name()).toBe('Write')
  expect(ids(controller)).toContain('terminal')
})

test('the list names types with parameters, open panes and layouts', () => {
  const listed: unknown = JSON.parse(agentOn(layout())('list', {}).text)
  expect(listed).toMatchObject({
    types: expect.arrayContaining([{ type: 'editor', title: 'Editor', params: ['path'] }]) as unknown,
    open: [{ instanceId: 'files' }, { instanceId: 'chat', title: 'Chat', visible: true }],
    layouts: ['Write', 'Review'],
    layout: 'Write',
  })
})

test('every act can be undone, and the undo too', () => {
  const controller = layout()
  const before = ids(controller)
  expect(controller.undo().ok).toBe(false)
  controller.open('terminal', {})
  controller.move('terminal', 'chat', 'left')
  controller.close('terminal')
  expect(ids(controller)).toEqual(before)
  controller.undo()
  expect(ids(controller)).toContain('terminal')
  controller.undo()
  controller.undo()
  expect(ids(controller)).toEqual(before)
  controller.redo()
  expect(ids(controller)).toContain('terminal')
})

test('an unknown pane of a kept layout keeps its tab and its name', () => {
  const kept = presetLayout(SPECS, 'medium')
  const [left, ...rest] = kept.layout.children ?? []
  if (left?.type !== 'tabset') throw new Error('files stand at the left')
  const controller = layoutController(
    {
      ...kept,
      layout: {
        ...kept.layout,
        children: [
          { ...left, children: [{ type: 'tab', id: 'old', name: 'Old pane', component: 'gone' }] },
          ...rest,
        ],
      },
    },
    SPECS,
  )
  controller.retitle((type) => type)
  expect(controller.panes()[0]).toMatchObject({ id: 'old', type: 'gone', title: 'Old pane' })
})

test('a pane goes by keys to each place on the way, and at last to the edge', () => {
  const controller = layout()
  controller.open('editor', { path: 'a.ts' })
  const way = (direction: 'left' | 'right' | 'above' | 'below') =>
    placesToward(controller.model(), 'files', direction).map(({ words }) => words)
  expect(way('right')).toEqual([
    'in one place with a.ts',
    'right of a.ts',
    'in one place with Chat',
    'right of Chat',
    'at the right edge',
  ])
  expect(way('above')).toEqual(['at the top edge'])
  const [first] = placesToward(controller.model(), 'files', 'right')
  expect(first?.part).toMatchObject({ x: 0.2, y: 0, height: 1 })
  expect(controller.moveTo('files', first?.place ?? '', first?.side ?? 'with').text).toBe(
    'Files is left of Chat, in one place with a.ts, in front.',
  )
})

test.each(['Chat', 'Write', 'Review', 'Watch'] as const)(
  'the preset %s has the chat on every screen',
  (preset) => {
    for (const screen of ['small', 'medium', 'large'] as const)
      expect(ids(layoutController(presetLayout(SPECS, screen, preset), SPECS))).toContain('chat')
  },
)
