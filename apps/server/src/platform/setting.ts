import type { UserId } from '@countersign/protocol'
import type { z } from 'zod'
import { WORKSPACE_SCOPE, type SettingsStore } from '../settings/ports.ts'

/** A setting of a feature. */
export interface SettingSpec<Value = unknown> {
  /** Unique among all features. */
  readonly name: string
  /** Its owner: each person, the whole server, or each thread. `own`: the feature owns all names of a scope. */
  readonly scope: 'person' | 'server' | 'thread' | 'own'
  readonly schema: z.ZodType<Value>
  /** The default, also if the stored value is no longer valid. */
  readonly standard: Value
  /** One sentence for people. */
  readonly about: string
  /** One setting for each of many things: `name` is their common prefix. */
  readonly family?: true
  /** People change it on a page, or over HTTP; absent: only the feature itself does. */
  readonly open?: true
}

export function setting<Value>(spec: SettingSpec<Value>): SettingSpec<Value> {
  return spec
}

/** Settings of a feature for each of many things, without a default. */
export function settingFamily<Value>(
  spec: Pick<SettingSpec<Value>, 'name' | 'scope' | 'schema' | 'about'>,
): SettingSpec<Value | undefined> {
  return { ...spec, schema: spec.schema.optional(), family: true, standard: undefined }
}

/** Where a value of this setting is stored; `owner` is the person or the thread. */
function placeOf({ scope }: SettingSpec, owner: string): string {
  return scope === 'server' ? WORKSPACE_SCOPE : owner
}

/** The stored value, or the default. */
export async function readSetting<Value>(
  store: Pick<SettingsStore, 'get'>,
  spec: SettingSpec<Value>,
  owner: string,
): Promise<Value> {
  const parsed = spec.schema.safeParse(await store.get(placeOf(spec, owner), spec.name))
  return parsed.success ? parsed.data : spec.standard
}

/** Sets it, with an audit row that says who did. */
export async function changeSetting<Value>(
  store: Pick<SettingsStore, 'set'>,
  spec: SettingSpec<Value>,
  { user, owner = user, value }: { readonly user: UserId; readonly owner?: string; readonly value: Value },
): Promise<void> {
  await store.set(placeOf(spec, owner), spec.name, value, {
    user,
    kind: 'setting_set',
    data: { name: spec.name, owner, value },
  })
}
