import type { Clock } from '@countersign/agent'
import { canonicalJson } from '@countersign/protocol/canonical'
import { Instant } from '@countersign/protocol'
import { z } from 'zod'
import { WORKSPACE_SCOPE, type SettingsStore } from '../../settings/ports.ts'
import type { Definition } from './definition.ts'

/** How many characters of a definition are stored, to show how it changed. */
const KEPT = 4000

const Pin = z.object({ hash: z.string(), description: z.string(), schema: z.string() })
/** Prefix of each server's setting. */
export const PINS = 'mcp-pins:'

export const StoredPins = z.object({
  trusted: z.string().nullable(),
  /** Absent in entries of older versions. */
  trusted_at: Instant.optional(),
  pins: z.record(z.string(), Pin),
})
type StoredPins = z.infer<typeof StoredPins>

/** People's agreements about one server: the tools when they were last allowed, and whether it is trusted. */
export interface Pins {
  /** Undefined: the tool is unchanged, or was never allowed. */
  change(definition: Definition): string | undefined
  /** This definition was allowed just now. */
  approve(definition: Definition): Promise<void>
  /** Hash of the tools that the person trusted; null: none. */
  readonly trusted: string | null
  /** Since when; undefined: it is not trusted, or the time was not recorded. */
  readonly trustedAt: Instant | undefined
  trust(hash: string | null): Promise<void>
  forget(): Promise<void>
}

/** Trust on first use, and never automatically again: a changed tool asks a person. */
export async function storedPins(store: SettingsStore, server: string, clock: Clock): Promise<Pins> {
  const key = `${PINS}${server}`
  let now: StoredPins = StoredPins.safeParse(await store.get(WORKSPACE_SCOPE, key)).data ?? {
    trusted: null,
    pins: {},
  }

  async function write(next: StoredPins): Promise<void> {
    now = next
    await store.set(WORKSPACE_SCOPE, key, next)
  }

  return {
    get trusted() {
      return now.trusted
    },
    get trustedAt() {
      return now.trusted === null ? undefined : now.trusted_at
    },
    change({ tool, hash, description, schema }) {
      const pin = Object.hasOwn(now.pins, tool) ? now.pins[tool] : undefined
      if (pin === undefined || pin.hash === hash) return undefined
      if (pin.description !== description.slice(0, KEPT))
        return `its description was “${pin.description}” and is now “${description}”`
      if (pin.schema !== canonicalJson(schema).slice(0, KEPT))
        return `its arguments were ${pin.schema} and are now ${canonicalJson(schema)}`
      return 'what it says about its effects'
    },
    async approve({ tool, hash, description, schema }) {
      if (Object.hasOwn(now.pins, tool) && now.pins[tool]?.hash === hash) return
      const pin = {
        hash,
        description: description.slice(0, KEPT),
        schema: canonicalJson(schema).slice(0, KEPT),
      }
      await write({ ...now, pins: { ...now.pins, [tool]: pin } })
    },
    trust: (hash) =>
      write({ trusted: hash, ...(hash === null ? {} : { trusted_at: clock.now() }), pins: now.pins }),
    async forget() {
      now = { trusted: null, pins: {} }
      await store.remove(WORKSPACE_SCOPE, key)
    },
  }
}
