import { z } from 'zod'

/** Most tools that one client can offer. */
export const CLIENT_TOOL_LIMIT = 200

/** A tool that a client offers, without its handler: that stays in the client. */
export const SerializedTool = z.object({
  /** `module.verb`, like `editor.save`. */
  name: z
    .string()
    .regex(/^[a-z][A-Za-z0-9_]*\.[A-Za-z][A-Za-z0-9_]*$/, 'a name like `module.verb`')
    .max(64),
  description: z.string().max(2000),
  /** JSON Schema of its arguments. */
  params: z.record(z.string(), z.unknown()),
  /** It changes something: it goes through the gate as `external`. Without: it reads. */
  side_effect: z.boolean().default(false),
  /** What rules are matched against, with the names of arguments in braces: `{command}`. Rendered by the server. */
  specifier_template: z.string().max(200).optional(),
  kind: z.enum(['agentTool', 'command', 'layout']),
})
export type SerializedTool = z.infer<typeof SerializedTool>
