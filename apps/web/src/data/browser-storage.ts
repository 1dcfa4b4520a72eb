/** What the browser keeps under a name: null for nothing, and `otherwise` where it lets nobody read. */
export function readKept<T>(storage: Storage, name: string, otherwise: T): string | null | T {
  try {
    return storage.getItem(name)
  } catch {
    return otherwise
  }
}

/** Whether the browser keeps it: one that keeps nothing only forgets. */
export function keep(storage: Storage, name: string, text: string): boolean {
  try {
    storage.setItem(name, text)
    return true
  } catch {
    return false
  }
}
