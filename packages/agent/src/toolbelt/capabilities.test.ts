import { describe, expect, test } from 'vitest'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider } from '../testing/scripted-provider.ts'
import { CAPABILITIES, capabilitiesOf, type Capability, type ThreadContext } from './capabilities.ts'

const ALL = CAPABILITIES.map(({ id }) => id)

type Choice = readonly [granted: readonly Capability[], withheld: readonly Capability[]]

test.each<[string, ThreadContext, Choice, readonly Capability[], readonly Capability[]]>([
  ['a chat', 'thread', [[], []], ALL, ['safe', 'knowledge', 'network', 'workspace_write', 'subagent']],
  [
    'a chat beside an open editor',
    'editor',
    [[], []],
    ALL,
    ['safe', 'knowledge', 'network', 'workspace_write', 'subagent', 'editor_mutate'],
  ],
  [
    'secrets by opt-in',
    'thread',
    [['secrets'], []],
    ALL,
    ['safe', 'knowledge', 'network', 'workspace_write', 'subagent', 'secrets'],
  ],
  [
    'what is withheld',
    'thread',
    [[], ['network', 'workspace_write', 'subagent']],
    ALL,
    ['safe', 'knowledge'],
  ],
  ['of both the refusal counts', 'thread', [['network'], ['network']], ['network', 'safe'], ['safe']],
  [
    'never more than the server allows',
    'editor',
    [['secrets'], []],
    ['safe', 'network'],
    ['safe', 'network'],
  ],
])('P12 %s', (_what, context, [granted, withheld], allows, expected) => {
  const known = CAPABILITIES.filter(({ id }) => allows.includes(id))
  expect([...capabilitiesOf(context, { granted, withheld }, known)].toSorted()).toEqual(expected.toSorted())
})

const without = (...withheld: readonly Capability[]) => capabilitiesOf('thread', { granted: [], withheld })
const names = (tools: readonly { readonly name: string }[] | undefined) =>
  tools?.map((tool) => tool.name) ?? []

/** Calls one tool by its name, whatever it was shown. */
const insisting = (name: string) =>
  scriptedProvider((request) =>
    request.messages.at(-1)?.role === 'tool' ? { text: 'done' } : { calls: [{ name, args: {} }] },
  )

const LACKS =
  'did not run: `t.net` needs `network`, which this chat does not have; do without, or say that the person can grant it'

describe('P12 at the belt', () => {
  test('a tool outside the set is not shown, and calling it by name is refused with the reason', async () => {
    const bench = new Workbench()
    bench.policy({ mode: 'auto', layers: [{ layer: 'user', lists: { allow: ['t.net'] } }] })
    const tool = countingTool('t.net', { category: 'external', capability: 'network' })
    const has = without('network')
    const provider = insisting('t.net')
    await bench.run(provider, [tool, countingTool('t.read')], { capabilities: () => has })
    expect(names(provider.requests[0]?.tools)).toContain('t.read')
    expect(names(provider.requests[0]?.tools)).not.toContain('t.net')
    expect(provider.requests[1]?.messages.at(-1)).toMatchObject({ isError: true, text: LACKS })
    expect(tool.runs).toEqual([])
    expect(bench.store.all()).toMatchObject([{ state: 'failed', result: { code: 'no_capability' } }])
  })

  test.each<[string, Capability]>([
    ['run_subtask', 'subagent'],
    ['memory_write', 'knowledge'],
    ['load_tools', 'knowledge'],
  ])('the turn’s own `%s` needs `%s` as any other', async (name, capability) => {
    const bench = new Workbench()
    const has = without(capability)
    const provider = insisting(name)
    await bench.run(provider, [countingTool('t.read')], { capabilities: () => has })
    expect(names(provider.requests[0]?.tools)).not.toContain(name)
    expect(provider.requests[1]?.messages.at(-1)).toMatchObject({ isError: true })
    expect(bench.store.all()).toMatchObject([{ result: { code: 'no_capability' } }])
  })

  test('groups on request hold no tool outside the set, and none can be loaded', async () => {
    const bench = new Workbench()
    const has = without('network')
    const provider = scriptedProvider((request) => {
      switch (request.messages.filter((message) => message.role === 'tool').length) {
        case 0:
          return { calls: [{ name: 'list_tool_groups', args: {} }] }
        case 1:
          return { calls: [{ name: 'load_tools', args: { groups: ['mcp__a'] } }] }
        case 2:
          return { calls: [{ name: 'mcp__a__one', args: {} }] }
        default:
          return { text: 'done' }
      }
    })
    const tool = countingTool('mcp__a__one', { capability: 'network' })
    await bench.run(provider, [tool], { capabilities: () => has })
    expect(provider.requests[1]?.messages.at(-1)).toMatchObject({
      text: 'There are no more tools: you see all of them.',
    })
    expect(provider.requests[2]?.messages.at(-1)).toMatchObject({ isError: true })
    expect(tool.runs).toEqual([])
  })

  test('a sub-agent has a subset: naming a tool of the server that the chat lacks does not bring it', async () => {
    const bench = new Workbench()
    bench.policy({ mode: 'auto', layers: [] })
    const tool = countingTool('t.net', { capability: 'network' })
    const has = without('network')
    const root = (tools?: readonly string[]) => ({
      calls: [
        {
          name: 'run_subtask',
          args: { title: 'below', instructions: 'go', ...(tools === undefined ? {} : { tools }) },
        },
      ],
    })
    const provider = scriptedProvider((request) => {
      const answers = request.messages.filter((message) => message.role === 'tool').length
      const below = request.messages.some((message) => message.role === 'user' && message.text === 'go below')
      if (below) return answers === 0 ? { calls: [{ name: 't.net', args: {} }] } : { text: 'could not' }
      if (answers === 0) return root(['t.net'])
      return answers === 1
        ? { calls: [{ name: 'run_subtask', args: { title: 'below', instructions: 'go below' } }] }
        : { text: 'done' }
    })
    await bench.run(provider, [tool, countingTool('t.read')], { capabilities: () => has })
    expect(tool.runs).toEqual([])
    const below = provider.requests.filter(({ messages }) =>
      messages.some((message) => message.role === 'user' && message.text === 'go below'),
    )
    expect(names(below[0]?.tools)).not.toContain('t.net')
    expect(below[1]?.messages.at(-1)).toMatchObject({ isError: true, text: LACKS })
  })

  test('what is taken while a turn runs is gone at its next step', async () => {
    const bench = new Workbench()
    let has = without()
    const tool = countingTool('t.net', {
      capability: 'network',
      run: () => {
        has = without('network')
        return Promise.resolve({ ok: true, text: 'once' })
      },
    })
    const provider = scriptedProvider((request) =>
      request.messages.filter((message) => message.role === 'tool').length < 2
        ? { calls: [{ name: 't.net', args: {} }] }
        : { text: 'done' },
    )
    await bench.run(provider, [tool], { capabilities: () => has })
    expect(tool.runs).toHaveLength(1)
    expect(names(provider.requests[0]?.tools)).toContain('t.net')
    expect(names(provider.requests[1]?.tools)).not.toContain('t.net')
  })
})

describe('P12 at the gate', () => {
  test('whoever built the belt: a call of a tool outside the set is refused, and nobody is asked', async () => {
    const bench = new Workbench()
    bench.policy({ mode: 'auto', layers: [{ layer: 'user', lists: { allow: ['t.net'] } }] })
    const tool = countingTool('t.net', { category: 'external', capability: 'network' })
    const has = without('network')
    const provider = insisting('t.net')
    await bench.run(provider, [tool], { gateHas: () => has })
    expect(tool.runs).toEqual([])
    expect(bench.store.all()).toMatchObject([{ state: 'failed', result: { code: 'no_capability' } }])
    expect(provider.requests[1]?.messages.at(-1)).toMatchObject({ isError: true, text: LACKS })
  })

  test('what is taken while a person thinks is gone: their yes runs nothing', async () => {
    const bench = new Workbench()
    let has = without()
    const tool = countingTool('t.net', { category: 'external', capability: 'network' })
    const running = bench.run(insisting('t.net'), [tool], { gateHas: () => has })
    const [asked] = await bench.waiting(1)
    has = without('network')
    bench.store.answer(asked!.call.id, { allow: true, by: 'ana', hash: asked!.call.hash })
    await running
    expect(tool.runs).toEqual([])
    expect(bench.store.all()).toMatchObject([
      { state: 'failed', result: { code: 'no_capability' }, signature: { via: 'policy', by: 'capability' } },
    ])
  })
})
