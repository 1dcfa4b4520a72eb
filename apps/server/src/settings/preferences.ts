import type { Clock } from '@countersign/agent'
import { Preferences, type PreferencesChange, type UserId } from '@countersign/protocol'
import { z } from 'zod'
import type { SettingsStore } from './ports.ts'

export const PREFERENCES = 'preferences'
/** The store itself reads it when a question is asked, in milliseconds. */
export const APPROVAL_TIMEOUT = 'approval_timeout_ms'

/** The folder of new threads, and when it was chosen. */
export const DEFAULT_FOLDER = 'default_folder'
export const ChosenFolder = z.object({ path: z.string().min(1), at: z.number() })

/** The stored preferences; timeout and folder are stored separately. Absent or invalid values have the shipped default. */
export const StoredPreferences = Preferences.omit({ approval_timeout: true, default_folder: true })

export const SHIPPED: z.infer<typeof StoredPreferences> = {
  default_model: null,
  default_mode: 'default',
  outside_mode: 'default',
  model_titles: true,
  notifications: { desktop: true, show_specifier: true },
  sounds: { waiting: true, turn_ended: false },
  keyboard: { send_with: 'enter', single_letters: true, hold_answers: 0, bindings: {} },
}

/** The preferences of each person. */
export interface PreferencesOf {
  read(user: UserId): Promise<Preferences>
  change(user: UserId, change: PreferencesChange): Promise<Preferences>
}

export function preferencesOf(
  store: SettingsStore,
  shipped: { readonly approvalTimeout: number | null; readonly workspace?: string | undefined },
  clock: Clock,
): PreferencesOf {
  // A folder named at startup overrides one that was chosen earlier: the latest applies.
  const namedAt = shipped.workspace === undefined ? 0 : clock.now()

  async function read(user: UserId): Promise<Preferences> {
    const all = await store.all(user)
    return {
      ...merged(all.get(PREFERENCES)),
      approval_timeout: timeoutOf(all.get(APPROVAL_TIMEOUT), shipped.approvalTimeout),
      default_folder: folderOf(all.get(DEFAULT_FOLDER), namedAt),
    }
  }
  return {
    read,
    async change(user, { approval_timeout, default_folder, ...change }) {
      const { approval_timeout: _timeout, default_folder: _folder, ...now } = await read(user)
      const next = {
        default_model: change.default_model === undefined ? now.default_model : change.default_model,
        default_mode: change.default_mode ?? now.default_mode,
        outside_mode: change.outside_mode ?? now.outside_mode,
        model_titles: change.model_titles ?? now.model_titles,
        notifications: { ...now.notifications, ...change.notifications },
        sounds: { ...now.sounds, ...change.sounds },
        keyboard: { ...now.keyboard, ...change.keyboard },
      }
      await store.set(user, PREFERENCES, next)
      if (approval_timeout !== undefined)
        await store.set(user, APPROVAL_TIMEOUT, approval_timeout === null ? null : approval_timeout * 1000)
      if (default_folder !== undefined)
        await store.set(
          user,
          DEFAULT_FOLDER,
          default_folder === null ? null : { path: default_folder, at: clock.now() },
        )
      return read(user)
    },
  }
}

/** Group by group: one unknown value only resets its group. */
function merged(stored: unknown): z.infer<typeof StoredPreferences> {
  const given = z.record(z.string(), z.unknown()).safeParse(stored)
  if (!given.success) return SHIPPED
  const { shape } = StoredPreferences
  const group = <T extends object>(name: string, schema: z.ZodType<T>, base: T): T => {
    const value = given.data[name]
    const parsed = schema.safeParse(
      typeof value === 'object' && value !== null ? { ...base, ...value } : base,
    )
    return parsed.success ? parsed.data : base
  }
  const model = shape.default_model.safeParse(given.data['default_model'])
  const mode = shape.default_mode.safeParse(given.data['default_mode'])
  const titles = shape.model_titles.safeParse(given.data['model_titles'])
  const outside = shape.outside_mode.safeParse(given.data['outside_mode'])
  return {
    default_model: model.success ? model.data : SHIPPED.default_model,
    default_mode: mode.success ? mode.data : SHIPPED.default_mode,
    outside_mode: outside.success ? outside.data : SHIPPED.outside_mode,
    model_titles: titles.success ? titles.data : SHIPPED.model_titles,
    notifications: group('notifications', shape.notifications, SHIPPED.notifications),
    sounds: group('sounds', shape.sounds, SHIPPED.sounds),
    keyboard: group('keyboard', shape.keyboard, SHIPPED.keyboard),
  }
}

function folderOf(stored: unknown, namedAt: number): string | null {
  const chosen = ChosenFolder.safeParse(stored)
  return chosen.success && chosen.data.at >= namedAt ? chosen.data.path : null
}

function timeoutOf(stored: unknown, shipped: number | null): number | null {
  const milliseconds = stored === null || (typeof stored === 'number' && stored > 0) ? stored : shipped
  return milliseconds === null ? null : Math.max(1, Math.round(milliseconds / 1000))
}
