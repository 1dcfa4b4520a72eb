import { defineTool, type RunContext, type Tool, type ToolOutcome } from '@countersign/agent'
import type { GraphProblem, UserId } from '@countersign/protocol'
import type { Compiled } from '@countersign/workflow'
import { z } from 'zod'
import { BUILD_GUIDE } from './build-guide.ts'
import { manifestView } from './effects.ts'
import type { Parts } from './parts.ts'

/** How often a graph that does not compile may be resubmitted. */
const REPAIRS = 3

const HandedIn = z.object({
  graph: z.record(z.string(), z.unknown()),
  open_questions: z.array(z.string().max(1000)).max(20).default([]),
})

const SCHEMA = {
  type: 'object',
  properties: {
    graph: { type: 'object', description: 'The whole graph.' },
    open_questions: {
      type: 'array',
      items: { type: 'string', maxLength: 1000 },
      maxItems: 20,
      description: 'What only the person can decide.',
    },
  },
  required: ['graph'],
  additionalProperties: false,
} as const

/**
 * `build_workflow`: a sub-agent that can look up nodes submits a graph. If it does not compile, the errors go back to the agent, at most three times.
 * Only a graph that compiles is kept, as an unnamed version; nothing is applied.
 */
export function buildWorkflow(parts: Parts, user: UserId): Tool {
  return defineTool({
    name: 'build_workflow',
    description:
      'Has a sub-agent build a workflow for an objective. Returns the graph, its hash, what it may do, and open questions. Changes nothing: propose it with `ui_paste { hash }`.',
    category: 'read',
    destructive: false,
    editSafe: false,
    capability: 'editor_mutate',
    specifier: { kind: 'text', template: '{objective}' },
    // A resumed agent continues from its journal.
    repeat: 'safe',
    parallelSafe: true,
    input: z.object({
      objective: z
        .string()
        .min(1)
        .max(20_000)
        .describe('What the workflow is for: inputs, steps and outputs.'),
    }),
    title: () => 'Build a workflow',
    inspect: ({ objective }) => ({
      specifier: { kind: 'text', text: objective },
      body: { kind: 'arguments', entries: [{ name: 'objective', value: objective }] },
      targets: [],
    }),
    run: ({ objective }, context) => build(parts, user, objective, context),
  })
}

async function build(
  parts: Parts,
  user: UserId,
  objective: string,
  context: RunContext,
): Promise<ToolOutcome> {
  const { agent, progress } = context
  if (agent === undefined)
    return { ok: false, code: 'unavailable', text: 'a workflow is built in a chat, not by hand' }
  let problems: readonly GraphProblem[] = []
  let attempt = 0
  progress?.({ kind: 'planning', text: `Planning: ${objective.slice(0, 200)}` })
  const outcome = await agent({
    title: 'Build a workflow',
    instructions: objective,
    system: BUILD_GUIDE,
    tools: ['list_nodes', 'get_node'],
    result: {
      schema: SCHEMA,
      retries: REPAIRS,
      async check(value) {
        attempt += 1
        const task = `compile ${attempt}`
        progress?.({ kind: 'task', task, state: 'running', text: `Compiling the graph (try ${attempt})` })
        const read = await readHandedIn(parts, user, value)
        if (read.ok) {
          const { nodes } = read.compiled.graph
          progress?.({ kind: 'task', task, state: 'done', text: `It compiles: ${nodes.length} nodes` })
          return undefined
        }
        ;({ problems } = read)
        const first = problems[0]?.message ?? 'it does not compile'
        progress?.({ kind: 'task', task, state: 'failed', text: `${problems.length} errors: ${first}` })
        return JSON.stringify({
          error: 'does_not_compile',
          errors: problems.slice(0, 20),
          repairs_left: Math.max(0, REPAIRS - attempt + 1),
        })
      },
    },
  })
  if (!outcome.ok) {
    if (outcome.code !== 'schema_not_satisfied') return outcome
    const why = problems.length === 0 ? outcome.text : JSON.stringify({ errors: problems.slice(0, 20) })
    return { ok: false, code: 'not_built', text: `No graph that compiles was handed in. ${why}` }
  }
  const { graph, open_questions } = HandedIn.parse(JSON.parse(outcome.text))
  // A tool may have changed since the graph was checked.
  const read = await readHandedIn(parts, user, { graph })
  if (!read.ok) return { ok: false, code: 'not_built', text: JSON.stringify({ errors: read.problems }) }
  const { hash } = read.compiled
  await parts.workflows.keepBuilt(user, { hash, graph, objective })
  progress?.({ kind: 'planning', text: `Built ${hash.slice(0, 12)}. Nothing is applied yet` })
  const manifest = await manifestView(parts, user, read.compiled)
  return {
    ok: true,
    text: JSON.stringify({ hash, open_questions, manifest, graph }, null, 1),
    value: { hash, graph, manifest, open_questions },
    summary: `${read.compiled.graph.nodes.length} nodes`,
  }
}

async function readHandedIn(
  { library }: Parts,
  user: UserId,
  value: unknown,
): Promise<
  | { readonly ok: true; readonly compiled: Compiled }
  | { readonly ok: false; readonly problems: readonly GraphProblem[] }
> {
  const handedIn = HandedIn.safeParse(value)
  if (!handedIn.success)
    return { ok: false, problems: [{ code: 'unfit', message: z.prettifyError(handedIn.error) }] }
  const read = await library.read(user, handedIn.data.graph)
  if (!read.ok) return read
  if (read.compiled.graph.nodes.length === 0)
    return { ok: false, problems: [{ code: 'empty', message: 'the graph has no nodes' }] }
  return { ok: true, compiled: read.compiled }
}
