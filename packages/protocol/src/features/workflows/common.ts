import { z } from 'zod'

function prefixed(prefix: string) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9A-Za-z]{1,58}$`), `an id that starts with \`${prefix}_\``)
}

export const WorkflowId = prefixed('wf')
export const RunId = prefixed('run')
export const TriggerId = prefixed('trg')
export const GrantId = prefixed('grt')
/** SHA-256 of a graph, which names a version: lower-case hex. */
/** Seconds that a grant lasts: at least a minute, at most a year. */
export const GrantSeconds = z.number().int().min(60).max(31_536_000)

export const VersionHash = z.string().regex(/^[0-9a-f]{64}$/, 'a hash of 64 hex digits')
/** A name used by an input `{ "$secret": name }`. */
export const SecretName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,39}$/,
    'lowercase letters, digits, hyphens and underscores, starting with a letter, at most 40',
  )

/** Maximum size of a graph in bytes, as JSON. */
export const GRAPH_LIMIT = 1_000_000

/** A graph as `packages/workflow` defines it. The server validates it and reports problems node by node. */
export const GraphJson = z.record(z.string(), z.unknown())
export type GraphJson = z.infer<typeof GraphJson>

/** Values by name: the inputs or outputs of a run. */
export const Values = z.record(z.string(), z.unknown())

// Any text: an invalid id is answered with *not found*.
export const One = z.object({ id: z.string().max(64) })
