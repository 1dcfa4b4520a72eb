/** Storage for unsent text: per thread, across reloads. A browser without storage simply forgets it. */
export interface Drafts {
  readonly read: (key: string) => string
  readonly write: (key: string, text: string) => void
}

export function createDrafts(storage: Storage): Drafts {
  const name = (key: string): string => `countersign draft ${key}`
  return {
    read: (key) => attempt(() => storage.getItem(name(key))) ?? '',
    write: (key, text) => {
      attempt(() => (text === '' ? storage.removeItem(name(key)) : storage.setItem(name(key), text)))
    },
  }
}

/** Private windows and full disks refuse storage; the page works without it. */
function attempt<T>(run: () => T): T | null {
  try {
    return run()
  } catch {
    return null
  }
}
