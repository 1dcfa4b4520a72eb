import type { Category } from '@countersign/policy'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider } from '../testing/scripted-provider.ts'
import type { Capability } from '../toolbelt/capabilities.ts'
import type { InspectedFacts } from '../toolbelt/inspection.ts'
import { defineTool, type Tool, type ToolDeclaration } from '../toolbelt/tool.ts'

const INPUT = z.object({})
type Nature = Partial<Pick<ToolDeclaration<object>, 'category' | 'destructive' | 'capability'>>

/** A tool that may be several things, and a way to say what is found of each call. */
function clickTool(
  nature: Nature,
  look: () => InspectedFacts,
  text = () => 'button',
): Tool & { readonly runs: readonly string[] } {
  const runs: string[] = []
  const tool = defineTool({
    name: 'page.click',
    description: 'Clicks.',
    input: INPUT,
    category: ['read', 'external'],
    destructive: 'by_inspection',
    editSafe: false,
    capability: ['safe', 'network'],
    ...nature,
    specifier: { kind: 'text', template: '' },
    repeat: 'never',
    parallelSafe: true,
    title: () => 'Click',
    inspect: () => ({
      ...look(),
      specifier: { kind: 'text', text: text() },
      body: { kind: 'arguments', entries: [] },
      targets: [],
    }),
    run: () => {
      runs.push('clicked')
      return Promise.resolve({ ok: true, text: 'clicked' })
    },
  })
  return Object.assign(tool, { runs })
}

const clicking = scriptedProvider(({ messages }) =>
  messages.at(-1)?.role === 'tool' ? { text: 'done' } : { calls: [{ name: 'page.click', args: {} }] },
)

async function clickOnce(
  tool: Tool,
  { mode, has }: { readonly mode: string; readonly has?: readonly Capability[] },
): Promise<Workbench> {
  const bench = new Workbench()
  bench.policy({ mode, layers: [{ layer: 'user', lists: { allow: ['page.click'] } }] })
  const abort = new AbortController()
  const held = new Set<Capability>(has ?? ['safe', 'network'])
  const running = bench.run(clicking, [tool], {
    signal: abort.signal,
    gateHas: () => held,
    capabilities: () => held,
  })
  await Promise.race([running, bench.waiting(1)])
  abort.abort()
  await running
  return bench
}

describe('D42 what a call is, its inspection says, within what the tool declares', () => {
  const read: InspectedFacts = { category: 'read', destructive: false, capability: 'safe' }
  const submit: InspectedFacts = { category: 'external', destructive: false, capability: 'network' }
  const loss: InspectedFacts = { category: 'external', destructive: true, capability: 'network' }
  const both: readonly Capability[] = ['safe', 'network']
  const safe: readonly Capability[] = ['safe']

  test.each<[string, InspectedFacts, string, readonly Capability[], string, Category]>([
    ['a read', read, 'auto', both, 'succeeded', 'read'],
    ['a read', read, 'default', both, 'succeeded', 'read'],
    ['a read', read, 'plan', both, 'succeeded', 'read'],
    ['a read', read, 'auto', safe, 'succeeded', 'read'],
    ['a submission', submit, 'auto', both, 'succeeded', 'external'],
    ['a submission', submit, 'default', both, 'succeeded', 'external'],
    ['a submission', submit, 'plan', both, 'blocked', 'external'],
    ['a submission', submit, 'auto', safe, 'no_capability', 'external'],
    ['a loss', loss, 'auto', both, 'asked', 'external'],
    ['a loss', loss, 'plan', both, 'blocked', 'external'],
    ['a loss', loss, 'auto', safe, 'no_capability', 'external'],
    // What the inspection leaves out counts as the strictest that is declared.
    ['nothing', {}, 'auto', both, 'asked', 'external'],
    ['nothing', {}, 'plan', both, 'blocked', 'external'],
    ['nothing', {}, 'auto', safe, 'no_capability', 'external'],
    ['no category', { destructive: false, capability: 'safe' }, 'plan', both, 'blocked', 'external'],
    ['no loss', { category: 'read', capability: 'safe' }, 'auto', both, 'asked', 'read'],
    ['no loss', { category: 'read', capability: 'safe' }, 'plan', both, 'blocked', 'read'],
    ['no capability', { category: 'read', destructive: false }, 'auto', safe, 'no_capability', 'read'],
    // What it says beyond the declaration is refused.
    ['a write', { ...read, category: 'write' }, 'auto', both, 'tool_error', 'external'],
    ['a secret', { ...read, capability: 'secrets' }, 'auto', [...both, 'secrets'], 'tool_error', 'external'],
  ])('%s (%j) in %s, the chat has %j: %s', async (_what, found, mode, has, becomes, category) => {
    const tool = clickTool({}, () => found)
    const bench = await clickOnce(tool, { mode, has })
    const [row] = bench.store.all()
    const how = row?.decision?.verdict === 'ask' && row.result?.code !== 'no_capability' ? 'asked' : undefined
    expect(how ?? row?.result?.code ?? row?.state).toBe(becomes)
    expect(row?.call.facts.category).toBe(category)
    expect(tool.runs).toEqual(becomes === 'succeeded' ? ['clicked'] : [])
  })

  test.each<[string, Nature, InspectedFacts]>([
    ['another category', { category: 'external' }, { category: 'read' }],
    ['a loss', { destructive: false }, { destructive: true }],
    ['no loss', { destructive: true }, { destructive: false }],
    ['no loss, by arguments', { destructive: () => true }, { destructive: false }],
    ['another capability', { capability: 'network' }, { capability: 'safe' }],
  ])('a tool that declares one thing cannot be found to be %s', async (_what, nature, found) => {
    const tool = clickTool(
      { category: 'external', destructive: false, capability: 'network', ...nature },
      () => found,
    )
    const bench = await clickOnce(tool, { mode: 'auto' })
    expect(bench.store.all()[0]).toMatchObject({
      state: 'failed',
      result: { code: 'tool_error', text: expect.stringContaining('does not declare') as unknown },
    })
    expect(tool.runs).toEqual([])
  })

  test('an inspection that fails ends the call', async () => {
    const tool = clickTool({}, () => {
      throw new Error('the page is gone')
    })
    const bench = await clickOnce(tool, { mode: 'auto' })
    expect(bench.store.all()[0]).toMatchObject({ state: 'failed', result: { code: 'tool_error' } })
    expect(tool.runs).toEqual([])
  })

  test.each<[string, InspectedFacts | 'fails', string]>([
    ['the same', submit, 'succeeded'],
    ['a loss', loss, 'stale'],
    ['a read', read, 'stale'],
    ['something undeclared', { category: 'execute' }, 'stale'],
    ['nothing: it cannot look', 'fails', 'tool_error'],
  ])('a call that a person allowed is, right before it runs, %s: %s', async (_what, later, becomes) => {
    let found: InspectedFacts | 'fails' = submit
    const tool = clickTool({}, () => {
      if (found === 'fails') throw new Error('the page is gone')
      return found
    })
    const bench = new Workbench()
    const running = bench.run(clicking, [tool])
    const [asked] = await bench.waiting(1)
    found = later
    bench.store.answer(asked!.call.id, { allow: true, by: 'ana', hash: asked!.call.hash })
    await running
    const [row] = bench.store.all()
    expect(row?.result?.code ?? row?.state).toBe(becomes)
    expect(tool.runs).toEqual(becomes === 'succeeded' ? ['clicked'] : [])
  })
})

test('a call whose inspection names something else right before it runs is stale', async () => {
  let place = 'https://a.example.com: Send'
  const facts: InspectedFacts = { category: 'external', destructive: false, capability: 'network' }
  const tool = clickTool(
    {},
    () => facts,
    () => place,
  )
  const bench = new Workbench()
  const running = bench.run(clicking, [tool])
  const [asked] = await bench.waiting(1)
  place = 'https://b.example.com: Send'
  bench.store.answer(asked!.call.id, { allow: true, by: 'ana', hash: asked!.call.hash })
  await running
  expect(bench.store.all()[0]?.result?.code).toBe('stale')
  expect(tool.runs).toEqual([])
})

describe('D43 a tool that always asks', () => {
  const calling = (name: string) =>
    scriptedProvider(({ messages }) =>
      messages.at(-1)?.role === 'tool' ? { text: 'done' } : { calls: [{ name, args: { value: 'x' } }] },
    )

  test.each(['default', 'acceptEdits', 'auto', 'strict'])(
    'asks in %s, beside every allow rule',
    async (mode) => {
      const bench = new Workbench()
      const layers = (['user', 'thread', 'managed'] as const).map((layer) => ({
        layer,
        lists: { allow: ['*', 't.propose'] },
      }))
      bench.policy({ mode, layers })
      const tool = countingTool('t.propose', { category: 'write', asks: 'always' })
      const running = bench.run(calling('t.propose'), [tool])
      const [asked] = await bench.waiting(1)
      expect(asked?.decision).toMatchObject({
        locked: 'asks',
        reason: { because: 'tool_asks', tool: 't.propose' },
      })
      expect(tool.runs).toEqual([])
      bench.store.answer(asked!.call.id, { allow: true, by: 'ana', hash: asked!.call.hash })
      await running
      expect(tool.runs).toEqual(['x'])
    },
  )

  test('a sub-agent asks, too', async () => {
    const bench = new Workbench()
    bench.policy({ mode: 'auto', layers: [{ layer: 'user', lists: { allow: ['*'] } }] })
    const tool = countingTool('t.propose', { asks: 'always' })
    const provider = scriptedProvider(({ messages }) => {
      if (messages.at(-1)?.role === 'tool') return { text: 'done' }
      const args = { title: 'Look', instructions: 'Look at it.' }
      return messages[0]?.text.startsWith('level 0')
        ? { calls: [{ name: 'run_subtask', args }] }
        : { calls: [{ name: 't.propose', args: { value: 'x' } }] }
    })
    const abort = new AbortController()
    const running = bench.run(provider, [tool], { signal: abort.signal })
    const [asked] = await bench.waiting(1)
    expect(asked?.call).toMatchObject({ tool: 't.propose', depth: 1 })
    abort.abort()
    await running
    expect(tool.runs).toEqual([])
  })

  test('no store writes it down as running or approved, whatever was decided', async () => {
    const bench = new Workbench()
    bench.policy({ mode: 'auto', layers: [] })
    const tool = countingTool('t.propose', { asks: 'always' })
    const propose = bench.store.propose.bind(bench.store)
    bench.store.propose = (lease, call, decision, extra) =>
      propose(lease, call, { ...decision, verdict: 'run' }, extra)
    await expect(bench.run(calling('t.propose'), [tool])).rejects.toThrow('only a person')
    expect(tool.runs).toEqual([])
  })
})
