/** The stored text under a name: null for nothing, and `otherwise` if storage is not accessible. */
export function readKept<T>(storage: Storage, name: string, otherwise: T): string | null | T {
  try {
    return storage.getItem(name)
  } catch {
    return otherwise
  }
}

/** Stores a text; a browser without storage simply forgets it. */
export function keep(storage: Storage, name: string, text: string): boolean {
  try {
    storage.setItem(name, text)
    return true
  } catch {
    return false
  }
}
