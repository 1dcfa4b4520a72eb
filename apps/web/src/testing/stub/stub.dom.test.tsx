import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FEATURES } from '../../features.ts'
import { openWindowPanes } from '../../platform/window-panes.ts'
import { withClientTools } from '../../platform/client-tools.ts'
import type { LineListener } from '../../data/transport.ts'
import { ThreadId, type ClientCommand, type PaneView } from '@countersign/protocol'
import { scriptedApp, type ScriptedApp } from '../scripted-app.tsx'
import { aMessage, callId, threadA } from '../views.ts'
import { checkFeatures, featureProblems } from '../../platform/check-features.ts'
import { toolsOf } from '../../platform/feature-tools.ts'
import { stub, stubValue } from './feature.tsx'

let open: ScriptedApp | null = null
afterEach(() => {
  open?.stop()
  open = null
  stubValue.now = 'nothing'
})

test('the stub and all features of the page pass the check of modules', () => {
  expect(featureProblems(stub, { stranger: true })).toEqual([])
  expect(checkFeatures([...FEATURES, stub], { stranger: false }).failed).toEqual([])
})

test('one line adds it: its tools and its command are offered, run and answered; its key works', async () => {
  const app = (open = await scriptedApp({
    features: [...FEATURES, stub],
    thread: { messages: [aMessage('go')] },
  }))
  render(app.page)
  await screen.findByRole('textbox', { name: 'Message' }, { timeout: 30_000 })
  const manifest = app.heard.find(({ type }) => type === 'manifest')
  const names = manifest?.type === 'manifest' ? manifest.tools.map(({ name, kind }) => `${name} ${kind}`) : []
  expect(names).toEqual(
    expect.arrayContaining(['stub.getValue agentTool', 'stub.setValue agentTool', 'stub.reset command']),
  )
  const run = (name: string, args: Record<string, unknown>): void =>
    app.say({ type: 'tool_run', tool_call_id: callId(name), thread_id: threadA, name: `stub.${name}`, args })
  run('setValue', { value: 'seven' })
  await expect.poll(() => stubValue.now).toBe('seven')
  run('reset', { why: 'over' })
  await expect.poll(() => stubValue.now).toBe('nothing')
  stubValue.now = 'by hand'
  fireEvent.keyDown(window, { key: 'j', ctrlKey: true, altKey: true })
  await expect.poll(() => stubValue.now).toBe('nothing')
})

/** A scripted connection, with the panes of a window. */
function aLine() {
  const heard: ClientCommand[] = []
  const panes = openWindowPanes()
  let listener: LineListener | undefined
  let ids = 0
  const transport = withClientTools(
    {
      connect: (given) => {
        listener = given
        return { send: (command) => heard.push(command), close: () => {} }
      },
    },
    toolsOf(stub),
    () => `r${(ids += 1)}`,
    { name: 'w1', panes },
  )
  const line = transport.connect({ opened: () => {}, said: () => {}, closed: () => {} })
  return { heard, panes, line, told: () => listener }
}

const PANE: PaneView = {
  pane: 'stub.value',
  type: 'stub.value',
  title: 'Stub',
  dirty: false,
  has_context: true,
  shared: true,
}

test('the panes of a window are told on connect and on change, once each; what they show is told when asked', async () => {
  const { heard, panes, told } = aLine()
  const told_ = () => heard.flatMap((command) => (command.type === 'panes' ? [command.panes.length] : []))
  told()?.opened()
  expect(told_()).toEqual([0])
  const leave = panes.use({
    thread: threadA,
    panes: () => [PANE],
    context: (pane) => (pane === 'stub.value' ? { summary: stubValue.now, sources: [] } : undefined),
    open: () => ({ ok: true, text: '' }),
  })
  panes.changed()
  await expect.poll(told_).toEqual([0, 1])
  const ask = (of: string, thread_id = threadA): void =>
    told()?.said({ type: 'window_ask', ask_id: of, thread_id, about: 'pane', of })
  ask('stub.value')
  ask('other')
  // The panes of one thread are not shown to another.
  ask('stub.value', ThreadId.parse('thr_other'))
  const answers = () => heard.flatMap((command) => (command.type === 'window_answer' ? [command.answer] : []))
  await expect.poll(answers).toEqual([{ summary: 'nothing', sources: [] }, null, null])
  leave()
  await expect.poll(told_).toEqual([0, 1, 0])
})

test('a message that is sent beside an open text is led from an editor', () => {
  const { heard, panes, line } = aLine()
  const send = (): void => line.send({ type: 'turn_start', request_id: 'x', thread_id: threadA, text: 'go' })
  send()
  const leave = panes.offerText(
    { thread: threadA, path: 'a.md' },
    { text: () => 'a', baseHash: () => 'h', edit: () => ({ ok: true, text: '' }), show: () => {} },
  )
  send()
  leave()
  expect(heard.map((command) => command.type === 'turn_start' && command.chat_context)).toEqual([
    undefined,
    { kind: 'editor' },
  ])
})

const tool = stub.tools?.[1]?.tool
test.each([
  ['a name that is not its own', { name: 'other.set' }, 'does not begin with `stub.`'],
  ['a name of the workbench', { name: 'editor.applyEdit' }, 'is a name of the workbench'],
  ['a description of a word', { description: 'Sets.' }, '20 to 2,000 characters'],
  ['a schema of no object', { params: { type: 'string' } }, 'the schema of an object with `required`'],
  ['a schema without required', { params: { type: 'object' } }, 'the schema of an object with `required`'],
  ['an effect and no specifier', { specifier_template: '' }, 'has an effect and no specifier'],
  ['a placeholder that is not required', { specifier_template: '{other}' }, 'no required argument'],
])('a module is left out whole, with words: %s', (_name, change, words) => {
  if (tool === undefined) throw new Error('the stub has a tool that sets')
  const bad = {
    ...stub,
    tools: [{ tool: { ...tool, ...change }, run: async () => ({ ok: true, text: '' }) }],
  }
  const { features, failed } = checkFeatures([bad], { stranger: true })
  expect(features).toEqual([])
  expect(failed[0]?.why.join('\n')).toContain(words)
})

test('of two modules with the same names the later is left out', () => {
  const { features, failed } = checkFeatures([stub, { ...stub }], { stranger: true })
  expect(features).toEqual([stub])
  expect(failed[0]?.why).toContain('another feature has the key Control+Alt+j')
})
