import { Capability as Named } from '@countersign/protocol'

/** Which tools a turn has at all: each tool needs one of these. */
export type Capability = Named

export const CAPABILITIES: readonly Capability[] = Named.options

/** What a chat has. A tool that needs another is neither seen nor callable in it. */
export type Capabilities = ReadonlySet<Capability>

/** Where a chat is led from: an editor that can be changed is open on it, or not. */
export type ChatContext = 'thread' | 'editor'

/** What a person gave to one chat, or took from it. */
export interface CapabilityChoice {
  readonly granted: readonly Capability[]
  readonly withheld: readonly Capability[]
}

/** By chat context. `secrets` is in none: it comes by a grant alone. */
const DEFAULTS: Readonly<Record<ChatContext, readonly Capability[]>> = {
  thread: ['safe', 'knowledge', 'network', 'workspace_write', 'subagent'],
  editor: ['safe', 'knowledge', 'network', 'workspace_write', 'subagent', 'editor_mutate'],
}

/**
 * What a chat has: the defaults of its context and what was granted, without what was withheld, and never more than the server `allows`.
 * Of a grant and a refusal the refusal counts.
 */
export function capabilitiesOf(
  context: ChatContext,
  choice: CapabilityChoice = { granted: [], withheld: [] },
  allows: readonly Capability[] = CAPABILITIES,
): Capabilities {
  const wanted = [...DEFAULTS[context], ...choice.granted]
  return new Set(
    wanted.filter((capability) => allows.includes(capability) && !choice.withheld.includes(capability)),
  )
}

/** Code of a call that needs what its chat does not have. */
export const NO_CAPABILITY = 'no_capability'

/** What the model is told of a call that needs what its chat does not have. */
export function lacking(tool: string, capability: Capability): string {
  return `did not run: \`${tool}\` needs \`${capability}\`, which this chat does not have; do without, or say that the person can grant it`
}
