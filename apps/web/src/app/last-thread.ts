const NAME = 'countersign last chat'

/** The chat that was open last in this browser, if it remembers. */
export function readLastThread(storage: Storage): string | null {
  try {
    return storage.getItem(NAME)
  } catch {
    return null
  }
}

/** A browser that keeps nothing only forgets. */
export function keepLastThread(storage: Storage, thread: string): boolean {
  try {
    storage.setItem(NAME, thread)
    return true
  } catch {
    return false
  }
}
