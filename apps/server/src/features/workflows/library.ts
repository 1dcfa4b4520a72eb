import type { Tool } from '@countersign/agent'
import type { GraphProblem, InputView, UserId } from '@countersign/protocol'
import {
  compile,
  createRegistry,
  readGraph,
  type Compiled,
  type Graph,
  type GraphError,
  type Registry,
} from '@countersign/workflow'
import { toolNodes } from './node-tools.ts'
import type { StoredWorkflows } from './stored-workflows.ts'

/** A parsed graph: it can run, or has errors. */
export type ReadGraph =
  | { readonly ok: true; readonly compiled: Compiled; readonly registry: Registry }
  | { readonly ok: false; readonly problems: readonly GraphProblem[] }

/** Reads graphs with the tools that a person currently has. */
export interface Library {
  registry(user: UserId, graph?: Graph): Promise<Registry>
  read(user: UserId, graph: unknown): Promise<ReadGraph>
}

/** Maximum number of versions of other workflows that one graph may refer to, directly or not. */
const WITHIN_LIMIT = 100

export function openLibrary(
  workflows: Pick<StoredWorkflows, 'byHash'>,
  toolsOf: (user: UserId) => Promise<readonly Tool[]>,
): Library {
  const registry = async (user: UserId, graph?: Graph): Promise<Registry> => {
    const within = new Map<string, Graph>()
    if (graph) await collect(user, graph, within)
    return createRegistry(toolNodes(await toolsOf(user)), (hash) => within.get(hash))
  }

  /** Collects the versions that `workflow` nodes refer to, recursively. */
  async function collect(
    user: UserId,
    graph: Pick<Graph, 'nodes'>,
    within: Map<string, Graph>,
  ): Promise<void> {
    for (const { type, inputs, body } of graph.nodes) {
      if (body) await collect(user, body, within)
      const hash = type === 'workflow' ? inputs['workflow'] : undefined
      if (typeof hash !== 'string' || within.has(hash) || within.size >= WITHIN_LIMIT) continue
      const version = await workflows.byHash(user, hash)
      const read = version && readGraph(version.graph)
      if (read?.ok !== true) continue
      within.set(hash, read.value)
      await collect(user, read.value, within)
    }
  }

  return {
    registry,
    async read(user, json) {
      const read = readGraph(json)
      if (!read.ok) return { ok: false, problems: read.error.map(problemOf) }
      const types = await registry(user, read.value)
      const made = compile(read.value, types)
      return made.ok
        ? { ok: true, compiled: made.compiled, registry: types }
        : { ok: false, problems: made.errors.map(problemOf) }
    },
  }
}

function problemOf({ code, message, node, port, fits }: GraphError): GraphProblem {
  return {
    code,
    message,
    ...(node === null ? {} : { node }),
    ...(port === null ? {} : { port }),
    ...(fits.length === 0 ? {} : { fits }),
  }
}

/** The inputs of a graph, for a form. */
export function inputsOf({ inputs }: Pick<Graph, 'inputs'>): readonly InputView[] {
  return Object.entries(inputs).map(([name, { schema, default: standard, title }]) => ({
    name,
    schema: typeof schema === 'boolean' ? {} : schema,
    required: standard === undefined,
    ...(standard === undefined ? {} : { standard }),
    ...(title === undefined ? {} : { about: title }),
  }))
}

/** Formats the problems as one text for a model or a terminal. */
export function problemText(problems: readonly GraphProblem[]): string {
  return problems
    .map(({ code, message, node, port, fits = [] }) => {
      const where = [node, port].filter((part) => part !== undefined).join('.')
      const fit = fits.length === 0 ? '' : ` (fits: ${fits.join(', ')})`
      return `${where === '' ? '' : `${where}: `}${message}${fit} [${code}]`
    })
    .join('\n')
}
