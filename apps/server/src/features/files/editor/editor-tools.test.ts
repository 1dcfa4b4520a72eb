import { Toolbelt } from '@countersign/agent'
import { ThreadId } from '@countersign/protocol'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { paneOf, testWindow, type TestWindow } from '../../../testing/test-window.ts'
import { toolBench, type CallOptions, type ToolBench } from '../../../tools/testing/tool-bench.ts'
import { gateRig } from '../../../testing/gate-rig.ts'
import { editorTools } from './editor-tools.ts'

let bench: ToolBench
let window: TestWindow
beforeEach(async () => {
  window = testWindow(['editor.open', 'editor.diagnostics', 'editor.applyEdit'], {
    thread: ThreadId.parse('thr_bench'),
  })
  bench = await toolBench((checkpoints) => {
    const { always, inWindow } = editorTools(checkpoints, window.windows)
    return new Toolbelt([...always, ...inWindow])
  })
})
afterEach(() => bench.close())

const put = (name: string, content: string) => writeFile(join(bench.workspace, name), content)
const text = (name: string) => readFile(join(bench.workspace, name), 'utf8')
const call = (tool: string, args: unknown, options: CallOptions = {}) =>
  bench.call(tool, args, { ...options, turn: 'rig' })

/** Opens a file in the window, with a text that may be unsaved. */
function open(path: string, content: string): void {
  window.tell([paneOf(path)])
  window.says.set(path, { summary: path, text: content, sources: [path] })
}

const edits = [{ old_text: 'one', new_text: 'two' }]
const CALLS = [
  ['editor.open', {}],
  ['editor.diagnostics', {}],
  ['editor.applyEdit', { edits }],
  ['editor.save', {}],
  ['editor.proposeEdit', { content: 'two\n' }],
] as const

describe('the rules for files bind the editor', () => {
  test.each([
    ['editor.applyEdit', { edits }],
    ['editor.save', {}],
    ['editor.proposeEdit', { edits }],
  ])('deny files.write(.env) stops %s', async (name, more) => {
    await put('.env', 'one\n')
    open('.env', 'one, typed\n')
    bench.policy({ mode: 'auto', layers: [{ layer: 'user', lists: { deny: ['files.write(.env)'] } }] })
    const { result } = await call(name, { path: '.env', ...more })
    expect(result.state).toBe('blocked')
    expect(await text('.env')).toBe('one\n')
    expect(window.heard.filter(({ type }) => type === 'tool_run')).toEqual([])
  })

  test.each(['editor.open', 'editor.diagnostics'])('deny files.read(.env) stops %s', async (name) => {
    await put('.env', 'one\n')
    open('.env', 'one\n')
    bench.policy({ mode: 'auto', layers: [{ layer: 'user', lists: { deny: ['files.read(.env)'] } }] })
    expect((await call(name, { path: '.env' })).result.state).toBe('blocked')
    expect(window.heard.filter(({ type }) => type === 'tool_run')).toEqual([])
  })

  test('editor.diagnostics without a path is about every open file', async () => {
    open('.env', 'one\n')
    bench.policy({ mode: 'auto', layers: [{ layer: 'user', lists: { deny: ['files.read(.env)'] } }] })
    expect((await call('editor.diagnostics', {})).result.state).toBe('blocked')
  })

  test('an ask rule asks, also in auto; an allow rule for files opens the editor too', async () => {
    await put('a.md', 'one\n')
    open('a.md', 'one\n')
    bench.policy({ mode: 'auto', layers: [{ layer: 'user', lists: { ask: ['files.write(a.md)'] } }] })
    expect((await call('editor.applyEdit', { path: 'a.md', edits })).states).toContain('waiting')
    bench.policy({ mode: 'default', layers: [{ layer: 'user', lists: { allow: ['files.write(*.md)'] } }] })
    expect((await call('editor.applyEdit', { path: 'a.md', edits })).states).not.toContain('waiting')
  })
})

describe('modes', () => {
  const asked = { 'editor.open': 0, 'editor.diagnostics': 0, 'editor.applyEdit': 1, 'editor.save': 1 }
  test.each([
    [
      'plan',
      { ...asked, 'editor.applyEdit': 'blocked', 'editor.save': 'blocked', 'editor.proposeEdit': 'blocked' },
    ],
    [
      'strict',
      {
        'editor.open': 1,
        'editor.diagnostics': 1,
        'editor.applyEdit': 1,
        'editor.save': 1,
        'editor.proposeEdit': 1,
      },
    ],
    ['default', { ...asked, 'editor.proposeEdit': 1 }],
    ['acceptEdits', { ...asked, 'editor.applyEdit': 0, 'editor.save': 0, 'editor.proposeEdit': 1 }],
    ['auto', { ...asked, 'editor.applyEdit': 0, 'editor.save': 0, 'editor.proposeEdit': 1 }],
  ] as const)('in %s', async (mode, expected) => {
    bench.policy({ mode, layers: [] })
    const found: Record<string, unknown> = {}
    for (const [name, more] of CALLS) {
      await put('a.md', 'one\n')
      open('a.md', 'one, typed\n')
      const { result, states } = await call(name, { path: 'a.md', ...more })
      found[name] = result.state === 'succeeded' ? Number(states.includes('waiting')) : result.state
    }
    expect(found).toEqual(expected)
  })
})

describe('editor.applyEdit', () => {
  test('shows the difference in the open text, and has the window apply it', async () => {
    await put('a.md', 'one\n')
    open('a.md', 'one, typed\n')
    const { call: made, result } = await call('editor.applyEdit', { path: './a.md', edits })
    expect(made.body).toMatchObject({ kind: 'write', before: 'one, typed\n', after: 'two, typed\n' })
    expect(result.state).toBe('succeeded')
    expect(window.heard.at(-1)).toMatchObject({ type: 'tool_run', args: { path: 'a.md' } })
    expect(await text('a.md')).toBe('one\n')
  })

  test('without an open text it names files.edit', async () => {
    await put('a.md', 'one\n')
    bench.policy({ mode: 'default', layers: [] })
    const { result } = await call('editor.applyEdit', { path: 'a.md', edits })
    expect(result).toMatchObject({ state: 'failed', code: 'not_open' })
    expect(result.text).toContain('`files.edit`')
  })
})

describe('editor.save', () => {
  test('writes the open text, and shows the difference to the disk', async () => {
    await put('a.md', 'one\r\n')
    open('a.md', 'two\n')
    const { call: made, result } = await call('editor.save', { path: 'a.md' })
    expect(made.body).toMatchObject({ kind: 'write', path: 'a.md', before: 'one\n', after: 'two\n' })
    expect(result).toMatchObject({ state: 'succeeded' })
    expect(await text('a.md')).toBe('two\r\n')
  })

  test.each([
    ['typed into', () => Promise.resolve(open('a.md', 'three\n'))],
    ['closed', () => Promise.resolve(window.says.clear())],
    ['changed on disk', () => put('a.md', 'other\n')],
  ])('what is %s while the card waits is not saved', async (_name, meanwhile) => {
    await put('a.md', 'one\n')
    open('a.md', 'two\n')
    bench.policy({ mode: 'default', layers: [] })
    const { result } = await call('editor.save', { path: 'a.md' }, { meanwhile })
    expect(result).toMatchObject({ state: 'failed', code: 'stale' })
    expect(await text('a.md')).not.toMatch(/two|three/)
  })

  test('of a text that is not open, or saved already, it asks nobody', async () => {
    await put('a.md', 'one\n')
    bench.policy({ mode: 'default', layers: [] })
    expect((await call('editor.save', { path: 'a.md' })).result).toMatchObject({ code: 'not_open' })
    open('a.md', 'one\n')
    expect((await call('editor.save', { path: 'a.md' })).result).toMatchObject({ code: 'no_change' })
  })

  test('a window that did not begin the turn gives no text', async () => {
    await put('a.md', 'one\n')
    open('a.md', 'two\n')
    const { result } = await bench.call('editor.save', { path: 'a.md' }, { turn: 'other' })
    expect(result).toMatchObject({ state: 'failed', code: 'stale' })
    expect(window.heard).toEqual([])
  })
})

describe('one text, one card', () => {
  /** Edits twice and saves, with a window that does as it is told. */
  async function editAndSave(typed = '') {
    await put('a.md', 'one\n')
    const thread = ThreadId.parse('thr_bench')
    open('a.md', 'one\n')
    window.run = (_name, args) => {
      const now = window.says.get('a.md')?.text ?? ''
      const list = args['edits'] as typeof edits // as they were sent
      open(
        'a.md',
        list.reduce((so, { old_text, new_text }) => so.replace(old_text, new_text), now),
      )
      return { ok: true, text: 'edited' }
    }
    const rig = gateRig(bench.place)
    const asked: string[] = []
    rig.answer = ({ call: { tool } }) => {
      asked.push(tool)
      return { allow: true }
    }
    const run = (name: string, more: object) =>
      rig.call(bench.belt.all(), name, { path: 'a.md', ...more }, { threadId: thread })
    return { rig, asked, run, typed: () => open('a.md', `${window.says.get('a.md')?.text ?? ''}${typed}`) }
  }
  const again = [{ old_text: 'two', new_text: 'three' }]

  test('a save of exactly what was countersigned runs under that yes', async () => {
    const { asked, run, rig } = await editAndSave()
    await run('editor.applyEdit', { edits })
    await run('editor.applyEdit', { edits: again })
    expect(await run('editor.save', {})).toMatchObject({ state: 'succeeded' })
    expect(asked).toEqual(['editor.applyEdit', 'editor.applyEdit'])
    expect(await text('a.md')).toBe('three\n')
    expect([...rig.rows.values()].at(-1)?.decision).toMatchObject({ reason: { because: 'countersigned' } })
  })

  test('with a letter more it asks', async () => {
    const { asked, run, typed } = await editAndSave('typed')
    await run('editor.applyEdit', { edits })
    typed()
    await run('editor.save', {})
    expect(asked).toEqual(['editor.applyEdit', 'editor.save'])
  })

  test('so it does where the file is another, a rule asks, or a mode and no person said yes', async () => {
    const first = await editAndSave()
    await first.run('editor.applyEdit', { edits })
    await put('a.md', 'other\n')
    await first.run('editor.save', {})
    expect(first.asked).toEqual(['editor.applyEdit', 'editor.save'])

    const second = await editAndSave()
    second.rig.layers = [{ layer: 'user', lists: { ask: ['editor.save'] } }]
    await second.run('editor.applyEdit', { edits })
    await second.run('editor.save', {})
    expect(second.asked).toEqual(['editor.applyEdit', 'editor.save'])

    const third = await editAndSave()
    third.rig.mode = 'acceptEdits'
    await third.run('editor.applyEdit', { edits })
    third.rig.mode = 'default'
    await third.run('editor.save', {})
    expect(third.asked).toEqual(['editor.save'])
  })

  test('a yes is used once, and not in plan', async () => {
    const { asked, run, rig } = await editAndSave()
    await run('editor.applyEdit', { edits })
    rig.mode = 'plan'
    expect(await run('editor.save', {})).toMatchObject({ state: 'blocked' })
    rig.mode = 'default'
    await run('editor.save', {})
    await put('a.md', 'one\n')
    await run('editor.save', {})
    expect(asked).toEqual(['editor.applyEdit', 'editor.save'])
  })
})

describe('editor.proposeEdit', () => {
  test('asks in auto although rules allow all, in parts, and writes what was signed', async () => {
    await put('a.md', 'one\n')
    bench.policy({ mode: 'auto', layers: [{ layer: 'user', lists: { allow: ['*', 'editor.proposeEdit'] } }] })
    const done = await call('editor.proposeEdit', { path: 'a.md', edits, note: 'the name\nmore' })
    expect(done.states).toContain('waiting')
    expect(done.call).toMatchObject({ title: 'Change a.md: the name', inParts: true })
    expect(await text('a.md')).toBe('two\n')
    expect(
      (await call('editor.proposeEdit', { path: 'a.md', content: 'three\n' }, { answer: 'no' })).result.state,
    ).toBe('denied')
    expect(await text('a.md')).toBe('two\n')
  })

  test.each([{}, { edits, content: 'x' }])('%j does not fit', async (more) => {
    await expect(call('editor.proposeEdit', { path: 'a.md', ...more })).rejects.toThrow('either')
  })
})
