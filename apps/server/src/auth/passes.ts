import type { Clock } from '@countersign/agent'
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { SettingsStore } from '../settings/ports.ts'

/** Settings scope of codes and tickets, keyed by the hash of their text. */
export const SIGN_IN_SCOPE = 'sign-in'
/** With a session it is a ticket of that session, without one a code for signing in. */
export const Pass = z.object({ expires_at: z.number(), session: z.string().optional() })

/** Codes and tickets: unguessable texts, each valid for one use. */
export interface Passes {
  /** `life` is in milliseconds. */
  make(life: number, session?: string): Promise<string>
  /** Spends it. Undefined: it is unknown, spent or expired. */
  take(text: string): Promise<z.infer<typeof Pass> | undefined>
  /** Removes expired ones. */
  prune(): Promise<void>
}

export function openPasses(settings: SettingsStore, clock: Clock): Passes {
  return {
    async make(life, session) {
      const text = randomBytes(24).toString('base64url')
      const expires_at = clock.now() + life
      await settings.set(SIGN_IN_SCOPE, hashOf(text), {
        expires_at,
        ...(session === undefined ? {} : { session }),
      })
      return text
    },
    async take(text) {
      const name = hashOf(text)
      const pass = Pass.safeParse(await settings.get(SIGN_IN_SCOPE, name))
      // Removing the row spends the code: only one of two concurrent requests finds it.
      if (!pass.success || !(await settings.remove(SIGN_IN_SCOPE, name))) return undefined
      return pass.data.expires_at > clock.now() ? pass.data : undefined
    },
    async prune() {
      for (const [name, value] of await settings.all(SIGN_IN_SCOPE)) {
        const pass = Pass.safeParse(value)
        if (!pass.success || pass.data.expires_at <= clock.now()) await settings.remove(SIGN_IN_SCOPE, name)
      }
    },
  }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
