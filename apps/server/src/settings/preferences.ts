import { Preferences, type PreferencesChange, type UserId } from '@countersign/protocol'
import { z } from 'zod'
import type { SettingsStore } from './ports.ts'

const NAME = 'preferences'
/** Read by the store itself when a question is asked, in milliseconds. */
const TIMEOUT = 'approval_timeout_ms'

/** What is stored; the timeout has a place of its own. What is absent or makes no sense any more is as shipped. */
const Stored = Preferences.omit({ approval_timeout: true })

const SHIPPED: z.infer<typeof Stored> = {
  default_model: null,
  default_mode: 'default',
  outside_mode: 'default',
  notifications: { desktop: true, show_specifier: true },
  sounds: { waiting: true, turn_ended: false },
  keyboard: { send_with: 'enter', single_letters: true, hold_answers: 0, bindings: {} },
}

/** What people like, each their own. */
export interface PreferencesOf {
  read(user: UserId): Promise<Preferences>
  change(user: UserId, change: PreferencesChange): Promise<Preferences>
}

export function preferencesOf(
  store: SettingsStore,
  shipped: { readonly approvalTimeout: number | null },
): PreferencesOf {
  async function read(user: UserId): Promise<Preferences> {
    const all = await store.all(user)
    return {
      ...merged(all.get(NAME)),
      approval_timeout: timeoutOf(all.get(TIMEOUT), shipped.approvalTimeout),
    }
  }
  return {
    read,
    async change(user, { approval_timeout, ...change }) {
      const { approval_timeout: _own, ...now } = await read(user)
      const next = {
        default_model: change.default_model === undefined ? now.default_model : change.default_model,
        default_mode: change.default_mode ?? now.default_mode,
        outside_mode: change.outside_mode ?? now.outside_mode,
        notifications: { ...now.notifications, ...change.notifications },
        sounds: { ...now.sounds, ...change.sounds },
        keyboard: { ...now.keyboard, ...change.keyboard },
      }
      await store.set(user, NAME, next)
      if (approval_timeout !== undefined)
        await store.set(user, TIMEOUT, approval_timeout === null ? null : approval_timeout * 1000)
      return read(user)
    },
  }
}

/** Group by group: one value that a newer version does not know costs that group, not all. */
function merged(stored: unknown): z.infer<typeof Stored> {
  const given = z.record(z.string(), z.unknown()).safeParse(stored)
  if (!given.success) return SHIPPED
  const { shape } = Stored
  const group = <T extends object>(name: string, schema: z.ZodType<T>, base: T): T => {
    const value = given.data[name]
    const parsed = schema.safeParse(
      typeof value === 'object' && value !== null ? { ...base, ...value } : base,
    )
    return parsed.success ? parsed.data : base
  }
  const model = shape.default_model.safeParse(given.data['default_model'])
  const mode = shape.default_mode.safeParse(given.data['default_mode'])
  const outside = shape.outside_mode.safeParse(given.data['outside_mode'])
  return {
    default_model: model.success ? model.data : SHIPPED.default_model,
    default_mode: mode.success ? mode.data : SHIPPED.default_mode,
    outside_mode: outside.success ? outside.data : SHIPPED.outside_mode,
    notifications: group('notifications', shape.notifications, SHIPPED.notifications),
    sounds: group('sounds', shape.sounds, SHIPPED.sounds),
    keyboard: group('keyboard', shape.keyboard, SHIPPED.keyboard),
  }
}

function timeoutOf(stored: unknown, shipped: number | null): number | null {
  const milliseconds = stored === null || (typeof stored === 'number' && stored > 0) ? stored : shipped
  return milliseconds === null ? null : Math.max(1, Math.round(milliseconds / 1000))
}
