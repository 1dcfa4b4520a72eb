import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelRequest } from '../provider.ts'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider, type ScriptedStep } from '../testing/scripted-provider.ts'
import type { Capability } from '../toolbelt/capabilities.ts'
import type { Tool } from '../toolbelt/tool.ts'

const CAPABILITIES: readonly Capability[] = [
  'safe',
  'knowledge',
  'network',
  'workspace_write',
  'editor_mutate',
  'secrets',
]

/** Tools of all capabilities; which of them a turn has is the host's business. */
const ALL: readonly Tool[] = CAPABILITIES.flatMap((capability) =>
  ['a', 'b'].map((letter) => ({ ...countingTool(`t.${capability}_${letter}`), capability })),
)
/** What every agent has of its own: they reach nothing outside. */
const OWN = new Set(['run_subtask', 'finish_subtask'])

const name = fc.constantFrom(
  ...ALL.map((tool) => tool.name),
  'memory_list',
  'memory_write',
  'run_subtask',
  'finish_subtask',
  'constructor',
  '__proto__',
  '',
)
const restriction = fc.option(fc.array(name, { maxLength: 8 }), { nil: undefined })

const depthOf = (request: ModelRequest) => Number(/^level (\d+)/.exec(request.messages[0]?.text ?? '')?.[1])

test('L2 a sub-agent never has a tool or a capability that its parent lacks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray([...ALL]),
      fc.array(fc.record({ tools: restriction, schema: fc.boolean() }), { minLength: 1, maxLength: 4 }),
      async (given, chain) => {
        const bench = new Workbench()
        const provider = scriptedProvider((request): ScriptedStep => {
          const link = chain[depthOf(request)]
          if (link === undefined || request.messages.at(-1)?.role === 'tool') return { text: 'end' }
          const tools = link.tools === undefined ? {} : { tools: link.tools }
          const schema = link.schema ? { output_schema: { type: 'object' } } : {}
          return {
            calls: [{ name: 'run_subtask', args: { title: 'x', instructions: 'x', ...tools, ...schema } }],
          }
        })
        await bench.run(provider, given)
        const capabilityOf = new Map(ALL.map((tool) => [tool.name, tool.capabilities[0]]))
        const offered = new Map(provider.requests.map((request) => [depthOf(request), namesOf(request)]))
        const wrong = [...offered].flatMap(([depth, names]) => {
          if (depth === 0) return []
          const above = offered.get(depth - 1) ?? []
          const reachable = new Set(above.map((tool) => capabilityOf.get(tool)))
          const wanted = chain[depth - 1]?.tools
          return names.filter(
            (tool) =>
              !OWN.has(tool) &&
              (!above.includes(tool) ||
                !reachable.has(capabilityOf.get(tool)) ||
                (wanted !== undefined && !wanted.includes(tool))),
          )
        })
        expect(wrong).toEqual([])
        // What is not offered cannot be called either.
        const called = bench.store
          .all()
          .filter(({ call, state }) => !OWN.has(call.tool) && state === 'succeeded')
        expect(called.filter(({ call }) => offered.get(call.depth)?.includes(call.tool) !== true)).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})

const namesOf = (request: ModelRequest) => request.tools.map((tool) => tool.name)
