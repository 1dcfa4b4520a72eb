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
import type { SettingsStore } from './ports.ts'

/** Setting of a thread. */
const NAME = 'capabilities'

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
  },
): ChatCapabilities {
  const sets = new Map<string, Capabilities>()

  /** The same set for the same contents: whoever cut a belt by it need not cut it again. */
  function interned(made: Capabilities): Capabilities {
    const key = CAPABILITIES.filter((capability) => made.has(capability)).join(' ')
    const known = sets.get(key) ?? made
    sets.set(key, known)
    return known
  }

  async function choice(threadId: ThreadId): Promise<CapabilityChoice> {
    const stored = await store.get(threadId, NAME)
    if (stored === undefined) return NOTHING
    const parsed = Stored.safeParse(stored)
    // A choice that cannot be read may have taken anything.
    return parsed.success ? parsed.data : { granted: [], withheld: CAPABILITIES }
  }

  return {
    choice,
    async of(threadId) {
      return interned(
        capabilitiesOf(options.context(threadId), await choice(threadId), options.allows ?? CAPABILITIES),
      )
    },
    async change(user, threadId, change) {
      const before = await choice(threadId)
      const next = {
        granted: chosen(change, before.granted, true),
        withheld: chosen(change, before.withheld, false),
      }
      await store.set(threadId, NAME, next, {
        user,
        kind: 'capabilities_set',
        data: { thread_id: threadId, ...next },
      })
    },
  }
}

const NOTHING: CapabilityChoice = { granted: [], withheld: [] }

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
