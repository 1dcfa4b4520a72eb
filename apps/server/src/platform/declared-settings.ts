import { WORKSPACE_SCOPE, type SettingsStore } from '../settings/ports.ts'
import type { SettingSpec } from './setting.ts'

/** The settings store, restricted to settings that a feature declares. */
export function declaredSettings(store: SettingsStore, specs: readonly SettingSpec[]): SettingsStore {
  return {
    get: (scope, name) => store.get(scope, name),
    all: (scope) => store.all(scope),
    replace: (scope, name, value) => store.replace(scope, name, value),
    remove: (scope, name, note) => store.remove(scope, name, note),
    async set(scope, name, value, note) {
      if (!specs.some((spec) => declares(spec, scope, name)))
        throw new Error(`no feature declares the setting \`${name}\` of \`${scope}\``)
      await store.set(scope, name, value, note)
    },
  }
}

function declares(spec: SettingSpec, scope: string, name: string): boolean {
  if (spec.scope === 'own') return scope.startsWith(spec.name)
  if (spec.family === true ? !name.startsWith(spec.name) : name !== spec.name) return false
  return (spec.scope === 'server') === (scope === WORKSPACE_SCOPE)
}
