import { defineTool, type Call, type CallResult, type NodeAgent, type Tool } from '@countersign/agent'
import { misfit, withinRules, type JsonSchema } from '@countersign/workflow'
import { z } from 'zod'

export const AGENT_RUN = 'agent.run'

/**
 * `agent.run`: a sub-agent as a node, with the tools that the graph names and the model of the thread. The `bounds` of the node are whole rules, such
 * as `files.write(reports/*.md)`: a call outside them fails before anyone is asked, and a grant of the node applies these rules to the agent's calls
 * only.
 */
export function agentRun(bounds?: readonly string[]): Tool {
  return defineTool({
    name: AGENT_RUN,
    description:
      'Has an agent do a task with only these tools, and returns its answer or the value it hands in.',
    category: 'read',
    destructive: false,
    editSafe: false,
    capability: 'subagent',
    specifier: { kind: 'text', template: '{task}' },
    // A resumed agent continues from its journal.
    repeat: 'safe',
    parallelSafe: true,
    onRequest: true,
    input: z.object({
      task: z.string().min(1).max(100_000).describe('Everything the agent needs to know.'),
      context: z.string().max(500_000).optional(),
      tools: z.array(z.string().min(1).max(200)).min(1).max(200).describe('The tools it has.'),
      schema: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('JSON Schema of a value that it must hand in.'),
    }),
    output: z.object({ text: z.string(), value: z.unknown() }),
    title: () => 'Run an agent',
    inspect: ({ task, tools, context }) => ({
      specifier: { kind: 'text', text: task.slice(0, 2000) },
      body: {
        kind: 'subtask',
        title: 'Workflow agent',
        instructions: instructionsOf(task, context),
        tools: [...tools],
        limits: bounds === undefined ? [] : bounds.map((rule) => `within ${rule}`),
      },
      targets: [],
    }),
    async run({ task, context: text, tools, schema }, context) {
      if (context.agent === undefined)
        return { ok: false, code: 'unavailable', text: 'an agent cannot run from here' }
      const within = nodeAgent(context.call, context.place, bounds)
      const outcome = await context.agent({
        title: 'Workflow agent',
        instructions: instructionsOf(task, text),
        tools,
        ...(schema === undefined ? {} : { result: { schema } }),
        ...(within === undefined ? {} : { within }),
      })
      if (!outcome.ok) return outcome
      const value = schema === undefined ? null : valueOf(outcome.text, schema as JsonSchema) // an object is a schema
      return { ...outcome, value: { text: outcome.text, value } }
    },
  })
}

function instructionsOf(task: string, context: string | undefined): string {
  return context === undefined ? task : `${task}\n\n<context>\n${context}\n</context>`
}

function valueOf(text: string, schema: JsonSchema): unknown {
  const value: unknown = JSON.parse(text)
  const why = misfit(value, schema)
  if (why !== undefined) throw new Error(`the agent’s result does not match the schema: ${why}`)
  return value
}

function nodeAgent(
  { node }: Call,
  place: Parameters<typeof withinRules>[1]['place'],
  bounds: readonly string[] | undefined,
): NodeAgent | undefined {
  if (node === undefined) return undefined
  return {
    node,
    refuses({ facts, specifier, specifierText }): CallResult | undefined {
      if (bounds === undefined || withinRules(bounds, { tool: facts, specifier, place })) return undefined
      return {
        state: 'failed',
        code: 'out_of_bounds',
        text: `\`${facts.name}(${specifierText})\` is outside the bounds of this agent: ${bounds.join(', ')}`,
      }
    },
  }
}
