import { useSyncExternalStore } from 'react'
import { z } from 'zod'

/** What a person set on this device. */
const Preferences = z.object({
  /** A short sound when something begins to wait and the page is hidden. */
  soundWaiting: z.boolean().catch(false),
  /** Another one when a turn ended. */
  soundEnded: z.boolean().catch(false),
  /** Notices say what waits, not only that something does. */
  noticeDetails: z.boolean().catch(true),
  /** Single letters act on a focused card. */
  letters: z.boolean().catch(true),
  /** Milliseconds that an answer is held before it is sent, to be taken back. */
  holdMs: z.union([z.literal(0), z.literal(1000), z.literal(3000)]).catch(0),
  /** What sends a message; the other is a new line. */
  send: z.enum(['enter', 'control_enter']).catch('enter'),
  /** Keys that were changed, by what they do. */
  keys: z.record(z.string(), z.string()).catch({}),
})
export type Preferences = z.infer<typeof Preferences>

const NAME = 'countersign preferences'

let current: Preferences | null = null
const listeners = new Set<() => void>()

/** The preferences of this device. What is stored and cannot be read is as if it were not set. */
export function readPreferences(): Preferences {
  current ??= parse(stored())
  return current
}

/** Changes some of them, here and in every other tab. */
export function setPreferences(change: Partial<Preferences>): void {
  current = { ...readPreferences(), ...change }
  try {
    window.localStorage.setItem(NAME, JSON.stringify(current))
  } catch {
    // A browser that keeps nothing keeps them until the page is closed.
  }
  for (const listener of listeners) listener()
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, readPreferences)
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

function stored(): string | null {
  try {
    return window.localStorage.getItem(NAME)
  } catch {
    return null
  }
}

function parse(text: string | null): Preferences {
  try {
    return Preferences.parse(JSON.parse(text ?? '{}'))
  } catch {
    // Not JSON: someone else wrote it.
    return Preferences.parse({})
  }
}
