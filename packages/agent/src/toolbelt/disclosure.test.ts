import { expect, test } from 'vitest'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider } from '../testing/scripted-provider.ts'
import { groupOf } from './disclosure.ts'
import type { Tool } from './tool.ts'

test.each([
  ['files.read', 'files'],
  ['mcp__git_hub__create_issue', 'mcp__git_hub'],
  ['run_subtask', 'core'],
  ['.odd', 'core'],
])('%s is in the group %s', (name, group) => {
  expect(groupOf(name)).toBe(group)
})

const names = (tools: readonly { readonly name: string }[] | undefined) =>
  tools?.map((tool) => tool.name) ?? []

test('T4 the model sees a core, and groups once it loads them; tools that come meanwhile too', async () => {
  const bench = new Workbench()
  bench.policy({ mode: 'auto', layers: [] })
  const tools: Tool[] = [countingTool('t.read'), countingTool('mcp__a__one'), countingTool('mcp__b__one')]
  const provider = scriptedProvider((request) => {
    switch (request.messages.filter((message) => message.role === 'tool').length) {
      case 0:
        return { calls: [{ name: 'list_tool_groups', args: {} }] }
      case 1:
        return { calls: [{ name: 'load_tools', args: { groups: ['mcp__nope'] } }] }
      case 2:
        return { calls: [{ name: 'load_tools', args: { groups: ['mcp__a'] } }] }
      case 3:
        return { calls: [{ name: 'mcp__a__one', args: { value: 'x' } }] }
      default:
        return { text: 'done' }
    }
  })
  await bench.run(provider, tools)
  const [first, listed, refused, loaded] = provider.requests
  expect(names(first?.tools)).toContain('t.read')
  expect(names(first?.tools)).toContain('load_tools')
  expect(names(first?.tools).filter((name) => name.startsWith('mcp__'))).toEqual([])
  expect(listed?.messages.at(-1)).toMatchObject({ text: 'mcp__a (1): mcp__a__one\nmcp__b (1): mcp__b__one' })
  expect(refused?.messages.at(-1)).toMatchObject({
    isError: true,
    text: 'there is no group `mcp__nope`; the groups are `mcp__a`, `mcp__b`',
  })
  expect(names(loaded?.tools).filter((name) => name.startsWith('mcp__'))).toEqual(['mcp__a__one'])
})

test('a turn that is taken up again has loaded what it had', async () => {
  const bench = new Workbench()
  bench.policy({ mode: 'auto', layers: [{ layer: 'user', lists: { ask: ['t.write'] } }] })
  const tools = [countingTool('t.write', { category: 'write' }), countingTool('mcp__a__one')]
  const script = scriptedProvider((request) => {
    const done = request.messages.filter((message) => message.role === 'tool').length
    if (done === 0) return { calls: [{ name: 'load_tools', args: { groups: ['mcp__a'] } }] }
    return done === 1 ? { calls: [{ name: 't.write', args: {} }] } : { text: 'done' }
  })
  const abort = new AbortController()
  const running = bench.run(script, tools, { signal: abort.signal })
  const [asked] = await bench.waiting(1)
  abort.abort()
  await running
  bench.store.answer(asked!.call.id, { allow: true, by: 'ana', hash: asked!.call.hash })
  const before = script.requests.length
  await bench.run(script, tools)
  expect(names(script.requests[before]?.tools)).toContain('mcp__a__one')
})
