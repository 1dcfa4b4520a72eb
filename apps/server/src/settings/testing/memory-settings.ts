import type { SettingsStore } from '../ports.ts'

/** In-memory settings for tests. Values go through JSON, as in the database. */
export function memorySettings(): SettingsStore & { readonly rows: ReadonlyMap<string, string> } {
  const rows = new Map<string, string>()
  const at = (scope: string, name: string) => `${scope}\n${name}`
  return {
    rows,
    async get(scope, name) {
      const text = rows.get(at(scope, name))
      return text === undefined ? undefined : (JSON.parse(text) as unknown) // the reader validates it
    },
    async all(scope) {
      return new Map(
        [...rows].flatMap(([key, text]) => {
          const [of, name = ''] = key.split('\n')
          return of === scope ? [[name, JSON.parse(text) as unknown] as const] : []
        }),
      )
    },
    async set(scope, name, value) {
      rows.set(at(scope, name), JSON.stringify(value ?? null))
    },
    async replace(scope, name, value) {
      const isSet = rows.has(at(scope, name))
      if (isSet) rows.set(at(scope, name), JSON.stringify(value ?? null))
      return isSet
    },
    async remove(scope, name) {
      return rows.delete(at(scope, name))
    },
  }
}
