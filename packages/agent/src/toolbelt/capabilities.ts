import type { Capability as Named } from '@countersign/protocol'

/** Each tool needs at least one of these, so they decide which tools a turn has at all. */
export type Capability = Named

/** A capability, and the threads that have it without a grant. */
export interface CapabilitySpec {
  readonly id: Capability
  readonly contexts: readonly ThreadContext[]
  /** The tools that need it, for people. */
  readonly about: string
}

/** The capabilities of a thread. A tool that needs another is neither visible nor callable. */
export type Capabilities = ReadonlySet<Capability>

/** The context of a thread: whether an editor that can be changed is open on it. */
export type ThreadContext = 'thread' | 'editor'

/** Capabilities that a person granted to one thread or withheld from it. */
export interface CapabilityChoice {
  readonly granted: readonly Capability[]
  readonly withheld: readonly Capability[]
}

const EVERYWHERE: readonly ThreadContext[] = ['thread', 'editor']

/** The capabilities that the gate's own tools need. `secrets` always needs a grant. */
export const CAPABILITIES: readonly CapabilitySpec[] = [
  { id: 'safe', contexts: EVERYWHERE, about: 'reading and listing in the workspace' },
  { id: 'knowledge', contexts: EVERYWHERE, about: 'memory, the to-do list, loading more tools' },
  { id: 'network', contexts: EVERYWHERE, about: 'the web, MCP servers' },
  { id: 'workspace_write', contexts: EVERYWHERE, about: 'file changes, the terminal' },
  { id: 'editor_mutate', contexts: ['editor'], about: 'client tools that change something in the client' },
  { id: 'subagent', contexts: EVERYWHERE, about: 'sub-agents' },
  { id: 'secrets', contexts: [], about: 'filling saved secrets into pages' },
]

/**
 * The capabilities of a thread: the defaults of its context plus the granted ones, minus the withheld ones, limited to `known`. A
 * capability that is both granted and withheld is withheld.
 */
export function capabilitiesOf(
  context: ThreadContext,
  choice: CapabilityChoice = { granted: [], withheld: [] },
  known: readonly CapabilitySpec[] = CAPABILITIES,
): Capabilities {
  const has = known.filter(({ id, contexts }) => contexts.includes(context) || choice.granted.includes(id))
  return new Set(has.map(({ id }) => id).filter((id) => !choice.withheld.includes(id)))
}

/** Error code of a call whose thread lacks the capability. */
export const NO_CAPABILITY = 'no_capability'

/** The text that the model reads for a call whose thread lacks a capability. */
export function lacking(tool: string, missing: readonly Capability[], all: 'and' | 'or' = 'and'): string {
  const names = missing.map((capability) => `\`${capability}\``).join(` ${all} `)
  return `did not run: \`${tool}\` needs ${names}, which this chat does not have; do without, or say that the person can grant it`
}
