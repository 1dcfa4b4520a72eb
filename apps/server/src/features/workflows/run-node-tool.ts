import { defineTool, type Tool } from '@countersign/agent'
import type { UserId } from '@countersign/protocol'
import { NodeFailure, type Values } from '@countersign/workflow'
import { z } from 'zod'
import type { Host } from '../../platform/host.ts'
import type { Parts } from './parts.ts'

/**
 * `run_node`: one node, without a workflow. Of a pure node it is a read (DECISIONS 102). Of a tool it makes that tool's own call, below this one, which is
 * decided as if it had been called: one card, with what would really happen.
 */
export function runNode({ ids }: Pick<Host, 'ids'>, { library }: Parts, user: UserId): Tool {
  return defineTool({
    name: 'run_node',
    description:
      'Runs one node with these inputs and returns its outputs. A tool node is decided like that tool.',
    // What cannot be inspected counts as `execute`.
    category: ['read', 'execute'],
    destructive: false,
    editSafe: false,
    capability: 'workspace_write',
    specifier: { kind: 'text', template: '{node_type}' },
    // A tool is a call of its own, which has its own way after a crash; made again it would be a second one.
    repeat: 'never',
    parallelSafe: true,
    input: z.object({
      node_type: z.string().min(1).max(200),
      inputs: z.record(z.string(), z.unknown()).default({}),
    }),
    title: ({ node_type }) => `Run the node ${node_type}`,
    async inspect({ node_type, inputs }) {
      const type = (await library.registry(user)).get(node_type)
      const refusal =
        type === undefined
          ? { code: 'not_found', text: `there is no node \`${node_type}\`; \`list_nodes\` shows them` }
          : type.kind === 'structure'
            ? { code: 'not_alone', text: `\`${node_type}\` works only inside a workflow` }
            : undefined
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
        category: 'read',
        ...(refusal === undefined ? {} : { refusal }),
      }
    },
    async run({ node_type, inputs }, context) {
      const type = (await library.registry(user)).get(node_type)
      if (type === undefined || type.kind === 'structure')
        return { ok: false, code: 'not_found', text: `there is no node \`${node_type}\` that can run alone` }
      if (type.kind === 'pure') {
        try {
          const outputs = type.run(inputs as Values) // JSON from outside; the node checks it
          return { ok: true, text: JSON.stringify(outputs), value: { ...outputs } }
        } catch (cause) {
          if (!(cause instanceof NodeFailure)) throw cause
          return { ok: false, code: cause.code, text: cause.message }
        }
      }
      const calls = context.calls?.()
      if (calls === undefined) return { ok: false, code: 'unavailable', text: 'a tool cannot run from here' }
      const asked = { id: ids.call(), tool: node_type, input: inputs }
      const { state, result } = await calls.idle(() => calls.make(asked, context.signal))
      if (state === 'succeeded' && result !== null)
        return { ok: true, text: result.text, ...(result.value === undefined ? {} : { value: result.value }) }
      return { ok: false, code: result?.code ?? state, text: result?.text ?? 'It did not run.' }
    },
  })
}
