import {
  capabilitiesOf,
  CAPABILITIES,
  type Capabilities,
  type Capability,
  type CapabilityChoice,
  type CapabilitySource,
  type ChatContext,
} from '@countersign/agent'
import {
  Capability as CapabilityName,
  type CapabilityChange,
  type ThreadId,
  type UserId,
} from '@countersign/protocol'
import { z } from 'zod'
import { CAPABILITIES_SETTING, type SettingsStore } from './ports.ts'

const Stored = z.object({ granted: z.array(CapabilityName), withheld: z.array(CapabilityName) })

/** What chats have, and what people gave to them or took from them. The model has no tool for it. */
export interface ChatCapabilities extends CapabilitySource {
  choice(threadId: ThreadId): Promise<CapabilityChoice>
  change(user: UserId, threadId: ThreadId, change: CapabilityChange): Promise<void>
}

export function chatCapabilities(
  store: SettingsStore,
  options: {
    /** What the server allows at most. */
    readonly allows?: readonly Capability[]
    /** Where a chat is led from right now. */
    context(threadId: ThreadId): ChatContext
    /** What the store said last of the setting, and the version of the policy that it said with it. */
    last?(threadId: ThreadId): { readonly version: string; readonly capabilities?: unknown } | undefined
  },
): ChatCapabilities {
  const sets = new Map<string, Capabilities>()

  /** The same set for the same contents: whoever cut a belt by it need not cut it again. */
  function interned(set: Capabilities): Capabilities {
    const key = CAPABILITIES.filter((capability) => set.has(capability)).join(' ')
    const known = sets.get(key) ?? set
    sets.set(key, known)
    return known
  }

  async function choice(threadId: ThreadId): Promise<CapabilityChoice> {
    return readChoice(await store.get(threadId, CAPABILITIES_SETTING))
  }

  function made(threadId: ThreadId, by: CapabilityChoice): Capabilities {
    return interned(capabilitiesOf(options.context(threadId), by, options.allows ?? CAPABILITIES))
  }

  return {
    choice,
    of: async (threadId) => made(threadId, await choice(threadId)),
    recent(threadId, version) {
      const last = options.last?.(threadId)
      return last?.version === version ? made(threadId, readChoice(last.capabilities)) : undefined
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

function readChoice(stored: unknown): CapabilityChoice {
  if (stored === undefined) return NOTHING
  const parsed = Stored.safeParse(stored)
  // A choice that cannot be read may have taken anything.
  return parsed.success ? parsed.data : { granted: [], withheld: CAPABILITIES }
}

function chosen(
  change: CapabilityChange,
  before: readonly Capability[],
  side: boolean,
): readonly Capability[] {
  return CAPABILITIES.filter((capability) => {
    const wanted = change[capability]
    return wanted === undefined ? before.includes(capability) : wanted === side
  })
}
