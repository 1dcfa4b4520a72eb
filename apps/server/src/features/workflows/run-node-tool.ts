import { defineTool, type Tool } from '@countersign/agent'
import type { UserId } from '@countersign/protocol'
import { NodeFailure, type Values } from '@countersign/workflow'
import { z } from 'zod'
import { isToolNode } from './node-tools.ts'
import type { Parts } from './parts.ts'

/**
 * `run_node`: runs one node without a workflow. A pure node is a read. For a tool node the call becomes that tool's own call, with
 * its card and its row; rules for `run_node(type)` are a second part of the same decision.
 */
export function runNode({ library }: Pick<Parts, 'library'>, user: UserId): Tool {
  return defineTool({
    name: 'run_node',
    description:
      'Runs one node with these inputs and returns its outputs. A node that is a tool is decided as that tool.',
    // An unknown type is treated as `execute`.
    category: ['read', 'execute'],
    destructive: false,
    editSafe: false,
    capability: 'workspace_write',
    specifier: { kind: 'text', template: '{node_type}' },
    repeat: 'safe',
    parallelSafe: true,
    input: z.object({
      node_type: z.string().min(1).max(200),
      inputs: z.record(z.string(), z.unknown()).default({}),
    }),
    title: ({ node_type }) => `Run the node ${node_type}`,
    standsFor: ({ node_type, inputs }) =>
      isToolNode(node_type) ? { tool: node_type, input: inputs } : undefined,
    async inspect({ node_type, inputs }) {
      const type = (await library.registry(user)).get(node_type)
      const refusal =
        type === undefined
          ? { code: 'not_found', text: `there is no node \`${node_type}\`; \`list_nodes\` shows them` }
          : type.kind === 'pure'
            ? undefined
            : { code: 'not_alone', text: `\`${node_type}\` does not run alone here` }
      return {
        specifier: { kind: 'text', text: node_type },
        body: {
          kind: 'arguments',
          entries: [
            { name: 'node', value: node_type },
            { name: 'inputs', value: JSON.stringify(inputs), json: true },
          ],
        },
        targets: [],
        category: type?.kind === 'pure' ? 'read' : 'execute',
        ...(refusal === undefined ? {} : { refusal }),
      }
    },
    async run({ node_type, inputs }) {
      const type = (await library.registry(user)).get(node_type)
      if (type?.kind !== 'pure')
        return { ok: false, code: 'not_found', text: `there is no node \`${node_type}\` that can run alone` }
      try {
        const outputs = type.run(inputs as Values) // JSON from outside; the node checks it
        return { ok: true, text: JSON.stringify(outputs), value: { ...outputs } }
      } catch (cause) {
        if (!(cause instanceof NodeFailure)) throw cause
        return { ok: false, code: cause.code, text: cause.message }
      }
    },
  })
}
