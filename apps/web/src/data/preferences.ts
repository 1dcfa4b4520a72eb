import { Preferences, settingsRoutes } from '@countersign/protocol'
import type { PreferencesChange } from '@countersign/protocol'
import { useSyncExternalStore } from 'react'
import { call } from './http.ts'
import type { HttpResult } from './http.ts'

const NAME = 'countersign preferences'

/** The shipped defaults, until the server has sent this person's preferences. */
const SHIPPED: Preferences = {
  default_model: null,
  default_mode: 'default',
  outside_mode: 'default',
  default_folder: null,
  model_titles: true,
  approval_timeout: null,
  notifications: { desktop: true, show_specifier: true },
  sounds: { waiting: false, turn_ended: false },
  keyboard: { send_with: 'enter', single_letters: true, hold_answers: 0, bindings: {} },
}

let current: Preferences | null = null
const listeners = new Set<() => void>()

/** This person's preferences. The server stores them; this browser remembers the latest, so that keys work immediately. */
export function readPreferences(): Preferences {
  current ??= remembered()
  return current
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, readPreferences)
}

/** Asks the server. If that fails, nothing changes. */
export async function loadPreferences(): Promise<void> {
  const answer = await call(settingsRoutes.read, {})
  if (answer.ok) keep(answer.value.settings)
}

/** Changes some of them, here immediately. The server's reply is final; a refusal reverts the change. */
export async function setPreferences(change: PreferencesChange): Promise<HttpResult<unknown>> {
  const before = readPreferences()
  keep(changed(before, change))
  const answer = await call(settingsRoutes.change, { body: change })
  keep(answer.ok ? answer.value.settings : before)
  return answer
}

function changed(before: Preferences, change: PreferencesChange): Preferences {
  const merged = Preferences.safeParse({
    ...before,
    ...change,
    notifications: { ...before.notifications, ...change.notifications },
    sounds: { ...before.sounds, ...change.sounds },
    keyboard: { ...before.keyboard, ...change.keyboard },
  })
  return merged.success ? merged.data : before
}

function keep(next: Preferences): void {
  current = next
  try {
    window.localStorage.setItem(NAME, JSON.stringify(next))
  } catch {
    // A browser without storage asks again at the next start.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent): void => {
    if (event.key !== NAME) return
    current = parse(event.newValue)
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', elsewhere)
  }
}

function remembered(): Preferences {
  try {
    return parse(window.localStorage.getItem(NAME))
  } catch {
    return SHIPPED
  }
}

function parse(text: string | null): Preferences {
  try {
    const parsed = Preferences.safeParse(JSON.parse(text ?? 'null'))
    return parsed.success ? parsed.data : SHIPPED
  } catch {
    // Not JSON: another program wrote it.
    return SHIPPED
  }
}
