import { describe, expect, test } from 'vitest'
import type { ToolFacts } from './model/call.ts'
import { decide } from './decide.ts'
import { chooseMode, MODES, type CustomMode } from './modes.ts'
import { compilePolicy } from './policy.ts'
import { PLACE } from './testing/atoms.ts'
import { BUILTIN_TOOLS, toolFacts } from './tools.ts'

const TABLE = [
  ['read', 'run', 'ask', 'run', 'run', 'run'],
  ['editSafe', 'block', 'ask', 'ask', 'run', 'run'],
  ['write', 'block', 'ask', 'ask', 'ask', 'run'],
  ['execute', 'block', 'ask', 'ask', 'ask', 'run'],
  ['external', 'block', 'ask', 'ask', 'ask', 'run'],
  ['destructive', 'block', 'ask', 'ask', 'ask', 'ask'],
] as const
const NAMES = ['plan', 'strict', 'default', 'acceptEdits', 'auto'] as const

describe('P2.1 the table of modes', () => {
  for (const [row, ...cells] of TABLE) {
    test.each(NAMES.map((mode, index) => [mode, cells[index]]))(`${row} in %s: %s`, (mode, verdict) => {
      const category = row === 'editSafe' || row === 'destructive' ? 'write' : row
      const tool: ToolFacts = {
        name: 'some.tool',
        category,
        destructive: row === 'destructive',
        editSafe: row === 'editSafe',
        kind: 'text',
      }
      const policy = compilePolicy({ mode: mode ?? '', layers: [] })
      expect(decide({ tool, specifier: { kind: 'text', text: 'x' }, place: PLACE }, policy).verdict).toBe(
        verdict,
      )
    })
  }
})

test.each(NAMES.map((mode, index) => [mode, TABLE[5][index + 1]]))(
  'P4.1 a destructive read in %s: %s',
  (mode, verdict) => {
    const tool = { ...toolFacts('some.tool'), category: 'read', destructive: true } as const
    const policy = compilePolicy({
      mode: mode ?? '',
      layers: [{ layer: 'managed', lists: { allow: ['*'] } }],
    })
    expect(decide({ tool, specifier: { kind: 'text', text: '' }, place: PLACE }, policy).verdict).toBe(
      verdict,
    )
  },
)

describe('P4.7 a tool that always asks', () => {
  const EFFECTS = ['read', 'write', 'execute', 'external'] as const
  const cases = EFFECTS.flatMap((category) =>
    NAMES.flatMap((mode) => [false, true].map((editSafe) => [category, mode, editSafe] as const)),
  )
  test.each(cases)('%s in %s, edit-safe: %s', (category, mode, editSafe) => {
    const tool: ToolFacts = { ...toolFacts('some.tool'), category, editSafe, asks: 'always' }
    const layers = (['user', 'thread', 'managed'] as const).map((layer) => ({
      layer,
      lists: { allow: ['*', 'some.tool', 'some.tool(x)'] },
    }))
    const call = { tool, specifier: { kind: 'text', text: 'x' }, place: PLACE } as const
    const decision = decide(call, compilePolicy({ mode, layers }))
    const asked = { verdict: 'ask', reason: { because: 'tool_asks', tool: 'some.tool' }, locked: 'asks' }
    const blocked = { verdict: 'block', reason: { because: 'plan' } }
    expect(decision).toMatchObject(mode === 'plan' ? blocked : asked)
  })

  test.each([
    [{ deny: ['some.tool'] }, 'block', 'rule'],
    [{ ask: ['some.tool'] }, 'ask', 'tool_asks'],
  ])('beside %j: %s by %s', (lists, verdict, because) => {
    const tool: ToolFacts = { ...toolFacts('some.tool'), asks: 'always' }
    const policy = compilePolicy({ mode: 'auto', layers: [{ layer: 'user', lists }] })
    const decision = decide({ tool, specifier: { kind: 'text', text: 'x' }, place: PLACE }, policy)
    expect(decision).toMatchObject({ verdict, reason: { because } })
  })

  test('what it would take away is the weightier reason', () => {
    const tool: ToolFacts = { ...toolFacts('some.tool'), asks: 'always', destructive: true }
    const policy = compilePolicy({ mode: 'auto', layers: [] })
    const decision = decide({ tool, specifier: { kind: 'text', text: 'x' }, place: PLACE }, policy)
    expect(decision).toMatchObject({ reason: { because: 'destructive' }, locked: 'destructive' })
  })
})

test.each(['changed', 'unlisted'] as const)('P4.6 a tool that is %s asks for that reason', (why) => {
  const tool = { ...toolFacts('mcp__a__b'), destructive: true, suspect: why }
  const policy = compilePolicy({ mode: 'auto', layers: [{ layer: 'managed', lists: { allow: ['*'] } }] })
  expect(decide({ tool, specifier: { kind: 'text', text: '' }, place: PLACE }, policy)).toMatchObject({
    verdict: 'ask',
    reason: { because: 'suspect', tool: 'mcp__a__b', why },
    locked: 'destructive',
  })
})

test.each([
  ['approve', 'default'],
  ['auto_accept_read_only', 'default'],
  ['autonomous', 'auto'],
  ['bypassPermissions', 'auto'],
  ['auto_accept_all', 'auto'],
  ['ask_every_time', 'strict'],
])('P2.3 %s is %s', (name, canonical) => {
  expect(chooseMode(name, {})).toEqual({ mode: MODES.get(canonical) })
})

const quiet: CustomMode = {
  name: 'quiet',
  rows: { read: 'run', editSafe: 'run', write: 'run', execute: 'block', external: 'ask' },
}

describe('P2.4 a mode of one’s own', () => {
  const policy = compilePolicy({
    mode: 'quiet',
    customModes: [quiet],
    layers: [{ layer: 'user', lists: { allow: ['*'] } }],
  })
  test.each([
    ['memory_write', 'run'],
    ['browser', 'run'],
    ['run_node', 'block'],
    ['files.delete', 'ask'],
  ])('%s: %s', (name, verdict) => {
    const tool = toolFacts(name)
    const specifier =
      tool.kind === 'path'
        ? ({ kind: 'path', paths: [{ asked: 'a' }] } as const)
        : ({ kind: 'text', text: '' } as const)
    expect(decide({ tool, specifier, place: PLACE }, policy).verdict).toBe(verdict)
  })
})

test.each([
  ['nonsense', [], 'strict', 'unknown-mode'],
  ['__proto__', [], 'strict', 'unknown-mode'],
  ['auto', ['auto'], 'acceptEdits', 'forbidden-mode'],
  ['autonomous', ['bypassPermissions'], 'acceptEdits', 'forbidden-mode'],
  ['auto', ['auto', 'acceptEdits', 'default'], 'strict', 'forbidden-mode'],
  ['strict', ['strict'], 'plan', 'forbidden-mode'],
  ['quiet', ['quiet'], 'plan', 'forbidden-mode'],
  ['auto', ['default'], 'auto', undefined],
  ['quiet', ['auto'], 'plan', 'forbidden-mode'],
  ['quiet', ['acceptEdits'], 'quiet', undefined],
  ['nonsense', ['auto', 'acceptEdits', 'default', 'strict'], 'plan', 'unknown-mode'],
])('P2.5 P6.4 %s with %j forbidden is %s', (name, forbidden, holds, problem) => {
  const choice = chooseMode(name, { custom: [quiet], forbidden })
  expect([choice.mode.name, choice.problem]).toEqual([holds, problem])
})

test.each([
  ['managed', ['mode(auto)'], 'acceptEdits'],
  ['managed', ['mode(autonomous)', 'mode(acceptEdits)'], 'default'],
  ['managed', ['mode'], 'plan'],
  ['managed', ['mode(plan)'], 'auto'],
  ['managed', ['mode(Auto)'], 'acceptEdits'],
  ['managed', ['mode(a*)'], 'default'],
  ['managed', ['mode( bypassPermissions )'], 'acceptEdits'],
  ['managed', ['mode(approve)'], 'auto'],
  ['user', ['mode(auto)'], 'auto'],
  ['project', ['mode'], 'auto'],
] as const)('P6.4 in the %s layer deny %j makes auto %s', (layer, deny, holds) => {
  expect(compilePolicy({ mode: 'auto', layers: [{ layer, lists: { deny } }] }).mode.name).toBe(holds)
})

test('P1.2 a tool that nobody declared is external', () => {
  expect(toolFacts('made.up')).toEqual({
    name: 'made.up',
    category: 'external',
    destructive: false,
    editSafe: false,
    kind: 'text',
  })
  expect(toolFacts('constructor').category).toBe('external')
})

test.each([
  ['files.read', 'read', 'path'],
  ['files.write', 'write', 'path'],
  ['terminal.exec', 'execute', 'shell'],
  ['web.fetch', 'external', 'url'],
  ['web_search', 'read', 'text'],
  ['todo_write', 'read', 'text'],
  ['memory_write', 'read', 'text'],
  ['remember', 'write', 'text'],
  ['forget', 'write', 'text'],
  ['browser', 'external', 'url'],
])('P1.1 %s is %s, read as %s', (name, category, kind) => {
  expect(BUILTIN_TOOLS.get(name)).toMatchObject({ category, kind })
})

test.each(['strict', 'default', 'acceptEdits', 'auto'])(
  'P1.4 terminal.input asks in %s, whatever the rules',
  (mode) => {
    const policy = compilePolicy({
      mode,
      layers: [{ layer: 'user', lists: { allow: ['terminal.input', '*'] } }],
    })
    const call = {
      tool: toolFacts('terminal.input'),
      specifier: { kind: 'text', text: 'y' },
      place: PLACE,
    } as const
    const reason = { because: 'tool_asks', tool: 'terminal.input' }
    expect(decide(call, policy)).toMatchObject({ verdict: 'ask', locked: 'asks', reason })
  },
)

describe('P1.5 tools of an editor obey the rules for files', () => {
  const decided = (name: string, path: string, lists: Readonly<Record<string, readonly string[]>>) => {
    const policy = compilePolicy({ mode: 'auto', layers: [{ layer: 'user', lists }] })
    const call = {
      tool: toolFacts(name),
      specifier: { kind: 'path', paths: [{ asked: path }] },
      place: PLACE,
    } as const
    return decide(call, policy).verdict
  }

  test.each([
    ['editor.open', 'files.read'],
    ['editor.diagnostics', 'files.read'],
    ['editor.applyEdit', 'files.write'],
    ['editor.applyEdit', 'files.edit'],
    ['editor.save', 'files.write'],
    ['editor.proposeEdit', 'files.write'],
    ['editor.proposeEdit', 'files.edit'],
  ])('%s those for %s', (name, rules) => {
    expect(decided(name, 'secret/a.md', { deny: [`${rules}(/secret/**)`] })).toBe('block')
    expect(decided(name, 'secret/a.md', { ask: [`${rules}(/secret/**)`] })).toBe('ask')
    const elsewhere = name === 'editor.proposeEdit' ? 'ask' : 'run'
    expect(decided(name, 'open/a.md', { deny: [`${rules}(/secret/**)`] })).toBe(elsewhere)
  })

  test('no rule lets `editor.proposeEdit` run unseen', () => {
    expect(decided('editor.proposeEdit', 'a.md', { allow: ['editor.*', 'files.write', 'files.edit'] })).toBe(
      'ask',
    )
  })
})

describe('P1.6 files that a call leaves besides its text are judged as `files.write`', () => {
  const decided = (mode: string, path: string, lists: Readonly<Record<string, readonly string[]>> = {}) => {
    const policy = compilePolicy({ mode, layers: [{ layer: 'user', lists }] })
    const files = [{ tool: 'files.write', path: { asked: path } }] as const
    const specifier = { kind: 'text', text: 'a boat', files } as const
    return decide({ tool: toolFacts('generate_image'), specifier, place: PLACE }, policy).verdict
  }

  test.each([
    ['auto', 'art/a.png', {}, 'run'],
    ['auto', 'secret/a.png', { deny: ['files.write(/secret/**)'] }, 'block'],
    ['auto', 'art/a.png', { ask: ['files.write(/art/**)'] }, 'ask'],
    ['auto', '/etc/a.png', {}, 'ask'],
    ['auto', '.github/workflows/a.yml', {}, 'ask'],
    ['default', 'art/a.png', { allow: ['generate_image'] }, 'ask'],
    ['default', 'art/a.png', { allow: ['generate_image', 'files.write(/art/**)'] }, 'run'],
    ['default', 'art/a.png', { allow: ['files.write(/art/**)'] }, 'ask'],
    ['plan', 'art/a.png', { allow: ['generate_image', 'files.write'] }, 'block'],
  ] as const)('%s, %s with %j: %s', (mode, path, lists, verdict) => {
    expect(decided(mode, path, lists)).toBe(verdict)
  })
})
