import { expect, test } from 'vitest'
import type { PaneSpec } from '../platform/feature.ts'
import { layoutController, readParams } from './layout-controller.ts'
import { presetLayout } from './layouts.ts'

const spec = (type: string, title: string, more: Partial<PaneSpec> = {}): readonly [string, PaneSpec] => [
  type,
  { type, title, pane: () => null, ...more },
]

const SPECS = new Map([
  spec('chat', 'Chat', { place: 'right' }),
  spec('files', 'Files', { place: 'left' }),
  spec('editor', 'Editor', { by: 'path', titleOf: ({ path = '' }) => path }),
  spec('terminal', 'Terminal', { place: 'below' }),
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
