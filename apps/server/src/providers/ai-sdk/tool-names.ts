import { createHash } from 'node:crypto'

/** Providers accept letters, digits, `_` and `-`, at most 64 of them. */
const LONGEST = 64
const PLAIN = /^[A-Za-z0-9_-]*$/

/** Maps names of tools to those that a provider accepts, and back. Made for each request; only this folder knows about it. */
export interface ToolNames {
  toProvider(name: string): string
  fromProvider(name: string): string
}

export function toolNames(names: readonly string[]): ToolNames {
  const there = new Map<string, string>()
  const back = new Map<string, string>()
  for (const name of names) {
    const plain = PLAIN.test(name) ? name : name.replaceAll(/[^A-Za-z0-9_-]/g, '_')
    const fits = plain.length <= LONGEST && !back.has(plain)
    const safe = fits ? plain : `${plain.slice(0, LONGEST - 9)}_${digest(name)}`
    there.set(name, safe)
    back.set(safe, name)
  }
  return {
    // A tool of an earlier turn may no longer be in the belt: its name must still be valid for the provider.
    toProvider: (name) => there.get(name) ?? name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST),
    fromProvider: (name) => back.get(name) ?? name,
  }
}

function digest(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 8)
}
