import type { Logger } from 'pino'

/** Logs ignored keys of older clients, each only once, because such a client sends them with every message. */
export function legacyNotes(log: Pick<Logger, 'warn'>): (type: string, keys: readonly string[]) => void {
  const noted = new Set<string>()
  return (type, keys) => {
    const fresh = keys.filter((key) => !noted.has(key))
    for (const key of fresh) noted.add(key)
    if (fresh.length > 0) log.warn({ command: type, keys: fresh }, 'ignored what an older client sends')
  }
}
