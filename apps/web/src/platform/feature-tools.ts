import type { ClientTool } from './client-tool.ts'
import type { Command } from './command.ts'
import type { WebFeature } from './feature.ts'

/** The schema of a tool without arguments. */
export const NO_PARAMS = { type: 'object', properties: {}, required: [] } as const

/** The tools of a feature: those it declares, plus its commands that the agent may use. */
export function toolsOf({ tools = [], commands = [] }: WebFeature): readonly ClientTool[] {
  return [...tools, ...commands.flatMap((command) => commandTool(command) ?? [])]
}

function commandTool({ id, agent }: Command): ClientTool | undefined {
  if (agent === undefined) return undefined
  const { description, params = NO_PARAMS, effect, specifier, run } = agent
  return {
    tool: {
      name: id,
      description,
      params,
      effect,
      kind: 'command',
      ...(specifier === undefined ? {} : { specifier_template: specifier }),
    },
    run,
  }
}
