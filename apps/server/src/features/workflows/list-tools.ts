import { defineTool, type Tool } from '@countersign/agent'
import type { UserId } from '@countersign/protocol'
import { readGraph } from '@countersign/workflow'
import { z } from 'zod'
import type { Host } from '../../platform/host.ts'
import { manifestView } from './effects.ts'
import { inputsOf, problemText } from './library.ts'
import { nodeTypeView } from './node-views.ts'
import type { Parts } from './parts.ts'
import { planVersion } from './plan-version.ts'

const LOOK = {
  category: 'read',
  destructive: false,
  editSafe: false,
  capability: 'safe',
  repeat: 'safe',
  parallelSafe: true,
} as const

const SHOWN = 30

const text = (value: string) => ({ kind: 'text', text: value }) as const

function shown(entries: Readonly<Record<string, string | undefined>>) {
  return {
    kind: 'arguments' as const,
    entries: Object.entries(entries).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value }],
    ),
  }
}

/** Read-only tools for nodes and workflows: none of them runs anything. */
export function lookTools(host: Host, parts: Parts, user: UserId): readonly Tool[] {
  return [
    listNodes(parts, user),
    getNode(parts, user),
    listWorkflows(parts, user),
    getWorkflow(parts, user),
    planWorkflow(host, parts, user),
  ]
}

function listNodes({ library }: Parts, user: UserId): Tool {
  return defineTool({
    ...LOOK,
    name: 'list_nodes',
    description: 'Lists the nodes that workflows are made of, one line each.',
    specifier: { kind: 'text', template: '{query}' },
    input: z.object({
      query: z.string().max(200).optional().describe('Words in the name or description.'),
      group: z.string().max(100).optional(),
      limit: z.number().int().min(1).max(200).optional(),
    }),
    title: () => 'List nodes',
    inspect: ({ query = '', group }) => ({
      specifier: text(query),
      body: shown({ query, group }),
      targets: [],
    }),
    async run({ query, group, limit = SHOWN }) {
      const registry = await library.registry(user)
      const found = registry.list({
        ...(query === undefined ? {} : { query }),
        ...(group === undefined ? {} : { group }),
      })
      const lines = found
        .slice(0, limit)
        .map(({ type, title, description }) => `${type}: ${title}. ${description}`)
      const more =
        found.length > limit ? [`… ${found.length - limit} more; narrow \`query\` or raise \`limit\``] : []
      return { ok: true, text: [...lines, ...more].join('\n') || 'There is no such node.' }
    },
  })
}

function getNode({ library }: Parts, user: UserId): Tool {
  return defineTool({
    ...LOOK,
    name: 'get_node',
    description: 'Shows one node’s ports, what it does, and its effect.',
    specifier: { kind: 'text', template: '{node_type}' },
    input: z.object({ node_type: z.string().min(1).max(200) }),
    title: ({ node_type }) => `Look at the node ${node_type}`,
    inspect: ({ node_type }) => ({ specifier: text(node_type), body: shown({ node_type }), targets: [] }),
    async run({ node_type }) {
      const registry = await library.registry(user)
      const type = registry.get(node_type)
      if (type === undefined) {
        const near = registry.list({ query: node_type.replaceAll(/[._]/g, ' ') }).slice(0, 5)
        const names = near.map((one) => `\`${one.type}\``).join(', ')
        return { ok: false, code: 'not_found', text: `there is no node \`${node_type}\`; similar: ${names}` }
      }
      const view = nodeTypeView(type)
      const inputs = Object.fromEntries(
        view.inputs.filter(({ required }) => required).map(({ name }) => [name, '…']),
      )
      const example = { id: 'my_node', type: node_type, inputs }
      return { ok: true, text: JSON.stringify({ ...view, example }, null, 1) }
    },
  })
}

function listWorkflows({ runs, workflows }: Parts, user: UserId): Tool {
  return defineTool({
    ...LOOK,
    name: 'list_workflows',
    description: 'Lists the person’s saved workflows.',
    specifier: { kind: 'text', template: '{query}' },
    input: z.object({ query: z.string().max(200).optional() }),
    title: () => 'List workflows',
    inspect: ({ query = '' }) => ({ specifier: text(query), body: shown({ query }), targets: [] }),
    async run({ query = '' }) {
      const rows = await workflows.list(user, query)
      const last = await runs.last(rows.map(({ id }) => id))
      const lines = rows.map(({ id, name, head, draft }) => {
        const read = readGraph(draft)
        const about = read.ok ? (read.value.description ?? '') : ''
        const run = last.get(id)
        const state = run === undefined ? 'never ran' : `last run ${run.state}`
        return `${id}: ${name}${about === '' ? '' : `. ${about}`} (${head === null ? 'not saved' : `version ${head.slice(0, 12)}`}, ${state})`
      })
      return { ok: true, text: lines.join('\n') || 'There are no workflows.' }
    },
  })
}

function getWorkflow(parts: Parts, user: UserId): Tool {
  const { library, runs, workflows } = parts
  return defineTool({
    ...LOOK,
    name: 'get_workflow',
    description: 'Shows a workflow: graph, version, inputs, what it may do, and its last runs.',
    specifier: { kind: 'text', template: '{workflow_id}' },
    input: z.object({ workflow_id: z.string().min(1).max(64), version: z.string().max(64).optional() }),
    title: ({ workflow_id }) => `Look at the workflow ${workflow_id}`,
    inspect: ({ workflow_id, version }) => ({
      specifier: text(workflow_id),
      body: shown({ workflow_id, version }),
      targets: [],
    }),
    async run({ workflow_id, version }) {
      const row = await workflows.get(user, workflow_id)
      const hash = version ?? row?.head ?? undefined
      const saved = hash === undefined ? undefined : await workflows.version(workflow_id, hash)
      if (row === undefined || (version !== undefined && saved === undefined))
        return { ok: false, code: 'not_found', text: 'there is no such workflow or version' }
      const graph = saved?.graph ?? row.draft
      const read = await library.read(user, graph)
      const { runs: recent } = await runs.list(user, { workflowId: workflow_id })
      const last = recent.slice(0, 5).map(({ id, state, error }) => ({ id, state, error }))
      const facts = read.ok
        ? {
            inputs: inputsOf(read.compiled.graph),
            manifest: await manifestView(parts, user, read.compiled, row.id),
          }
        : { problems: read.problems }
      return {
        ok: true,
        text: JSON.stringify(
          { id: row.id, name: row.name, hash: saved?.hash ?? null, ...facts, last_runs: last, graph },
          null,
          1,
        ),
      }
    },
  })
}

function planWorkflow(host: Host, parts: Parts, user: UserId): Tool {
  const { grants, library, workflows } = parts
  return defineTool({
    ...LOOK,
    name: 'plan_workflow',
    description:
      'Predicts what a workflow would do without running it: for each effect, whether it would run, ask or be blocked now, and why. Calls no model and no tool.',
    specifier: { kind: 'text', template: '{workflow_id}' },
    input: z
      .object({
        workflow_id: z.string().min(1).max(64).optional(),
        graph: z.record(z.string(), z.unknown()).optional(),
        params: z.record(z.string(), z.unknown()).optional(),
      })
      .refine(
        ({ workflow_id, graph }) => (workflow_id === undefined) !== (graph === undefined),
        'give `workflow_id` or `graph`',
      ),
    title: ({ workflow_id }) => `Plan the workflow ${workflow_id ?? ''}`.trim(),
    inspect: ({ workflow_id = '' }) => ({
      specifier: text(workflow_id),
      body: shown({ workflow_id }),
      targets: [],
    }),
    async run({ workflow_id, graph, params = {} }, { call, place }) {
      const row = workflow_id === undefined ? undefined : await workflows.get(user, workflow_id)
      const head = row?.head ?? undefined
      const saved =
        row === undefined || head === undefined ? undefined : await workflows.version(row.id, head)
      const source = graph ?? saved?.graph ?? row?.draft
      if (source === undefined) return { ok: false, code: 'not_found', text: 'there is no such workflow' }
      const read = await library.read(user, source)
      if (!read.ok) return { ok: false, code: 'does_not_compile', text: problemText(read.problems) }
      const nodes = await planVersion({ host, grants, user }, read.compiled, params, {
        workflow: row?.id,
        thread: call.threadId,
        workspace: place.workspace,
      })
      return { ok: true, text: JSON.stringify({ hash: read.compiled.hash, effects: nodes }, null, 1) }
    },
  })
}
