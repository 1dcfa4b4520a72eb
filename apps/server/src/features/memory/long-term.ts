import type { Clock } from '@countersign/agent'
import type { Instant, UserId } from '@countersign/protocol'
import { z } from 'zod'
import { readSetting, setting, settingFamily, type SettingSpec } from '../../platform/setting.ts'
import type { SettingsStore } from '../../settings/ports.ts'

/** An entry that the agent was allowed to remember. */
export interface Remembered {
  readonly key: string
  readonly text: string
  readonly at: Instant
}

/** Long-term memory of one person over all threads: off until switched on, visible and deletable for its person. */
export interface LongTermMemory {
  isOn(user: UserId): Promise<boolean>
  /** Off keeps the entries, but no model sees them. */
  switch(user: UserId, on: boolean): Promise<void>
  /** By key. */
  list(user: UserId): Promise<readonly Remembered[]>
  /** False: the limit is reached. */
  keep(user: UserId, key: string, text: string): Promise<boolean>
  /** False: nothing was under that key. */
  forget(user: UserId, key: string): Promise<boolean>
  forgetAll(user: UserId): Promise<void>
}

/** Limits: entries of a person, and characters of one, because all of them are in every prompt. */
export const MOST_ENTRIES = 100
export const LONGEST_ENTRY = 500

const SWITCH = setting({
  name: 'long_term_memory',
  scope: 'person',
  schema: z.boolean(),
  standard: false,
  about: 'Whether the agent may remember things across threads.',
})
const Entry = z.object({ text: z.string(), at: z.number() })
/** Prefix of the scope of each person's entries. */
const SCOPE = 'memory of '

export const MEMORY_SETTINGS: readonly SettingSpec[] = [
  SWITCH,
  settingFamily({
    name: SCOPE,
    scope: 'own',
    schema: Entry,
    about: 'What the agent remembers about a person.',
  }),
]

/** Stored with the settings, in a separate scope for each person. */
export function longTermMemory(settings: SettingsStore, clock: Clock): LongTermMemory {
  const scopeOf = (user: UserId) => `${SCOPE}${user}`
  const list = async (user: UserId): Promise<readonly Remembered[]> => {
    const rows = await settings.all(scopeOf(user))
    return [...rows]
      .flatMap(([key, value]) => {
        const entry = Entry.safeParse(value)
        return entry.success ? [{ key, ...entry.data }] : []
      })
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  }
  return {
    list,
    isOn: (user) => readSetting(settings, SWITCH, user),
    switch: (user, on) => settings.set(user, SWITCH.name, on),
    async keep(user, key, text) {
      const known = await list(user)
      if (known.length >= MOST_ENTRIES && !known.some((entry) => entry.key === key)) return false
      await settings.set(scopeOf(user), key, { text: text.slice(0, LONGEST_ENTRY), at: clock.now() })
      return true
    },
    forget: (user, key) => settings.remove(scopeOf(user), key),
    async forgetAll(user) {
      for (const { key } of await list(user)) await settings.remove(scopeOf(user), key)
    },
  }
}
