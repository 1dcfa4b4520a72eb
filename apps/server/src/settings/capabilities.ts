import {
  capabilitiesOf,
  CAPABILITIES,
  type Capabilities,
  type Capability,
  type CapabilityChoice,
  type CapabilitySpec,
  type CapabilitySource,
  type ThreadContext,
} from '@countersign/agent'
import {
  Capability as CapabilityName,
  type CapabilityChange,
  type ThreadId,
  type UserId,
} from '@countersign/protocol'
import { z } from 'zod'
import { CAPABILITIES_SETTING, type SettingsStore } from './ports.ts'

export const StoredCapabilities = z.object({
  granted: z.array(CapabilityName),
  withheld: z.array(CapabilityName),
})

/** The capabilities of threads, and people's choices. The model has no tool for it. */
export interface ThreadCapabilities extends CapabilitySource {
  choice(threadId: ThreadId): Promise<CapabilityChoice>
  change(user: UserId, threadId: ThreadId, change: CapabilityChange): Promise<void>
  /** Why a change is invalid: it names something unknown. Undefined: it is valid. */
  problem(change: CapabilityChange): string | undefined
}

export function threadCapabilities(
  store: SettingsStore,
  options: {
    /** The existing capabilities. */
    readonly known?: readonly CapabilitySpec[]
    /** The server's maximum; absent: all. */
    readonly allows?: readonly Capability[] | undefined
    /** The store's latest value of the setting, and the policy version that came with it. */
    last?(threadId: ThreadId): { readonly version: string; readonly capabilities?: unknown } | undefined
  },
): ThreadCapabilities {
  const sets = new Map<string, Capabilities>()
  const { known = CAPABILITIES, allows } = options
  const ids = known.map(({ id }) => id)
  const allowed = allows === undefined ? known : known.filter(({ id }) => allows.includes(id))

  /** The same set for the same contents, so that a belt derived with it can be reused. */
  function interned(set: Capabilities): Capabilities {
    const key = ids.filter((id) => set.has(id)).join(' ')
    const same = sets.get(key) ?? set
    sets.set(key, same)
    return same
  }

  async function choice(threadId: ThreadId): Promise<CapabilityChoice> {
    return readChoice(await store.get(threadId, CAPABILITIES_SETTING), ids)
  }

  function made(by: CapabilityChoice, context: ThreadContext): Capabilities {
    return interned(capabilitiesOf(context, by, allowed))
  }

  return {
    choice,
    of: async (threadId, context = 'thread') => made(await choice(threadId), context),
    recent(threadId, version, context = 'thread') {
      const last = options.last?.(threadId)
      return last?.version === version ? made(readChoice(last.capabilities, ids), context) : undefined
    },
    problem(change) {
      const unknown = Object.keys(change).find((id) => !ids.includes(id))
      return unknown === undefined
        ? undefined
        : `\`${unknown}\` is not a capability of this server; it has ${ids
            .map((id) => `\`${id}\``)
            .join(', ')}`
    },
    async change(user, threadId, change) {
      const before = await choice(threadId)
      const next = {
        granted: chosen(change, before.granted, true),
        withheld: chosen(change, before.withheld, false),
      }
      await store.set(threadId, CAPABILITIES_SETTING, next, {
        user,
        kind: 'capabilities_set',
        data: { thread_id: threadId, ...next },
      })
    },
  }
}

const NOTHING: CapabilityChoice = { granted: [], withheld: [] }

function readChoice(stored: unknown, ids: readonly Capability[]): CapabilityChoice {
  if (stored === undefined) return NOTHING
  const parsed = StoredCapabilities.safeParse(stored)
  // An unreadable choice may have withheld anything.
  return parsed.success ? parsed.data : { granted: [], withheld: ids }
}

function chosen(
  change: CapabilityChange,
  before: readonly Capability[],
  side: boolean,
): readonly Capability[] {
  return [...new Set([...before, ...Object.keys(change)])].filter((capability) => {
    const wanted = change[capability]
    return wanted === undefined ? before.includes(capability) : wanted === side
  })
}
