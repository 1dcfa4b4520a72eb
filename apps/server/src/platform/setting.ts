import type { UserId } from '@countersign/protocol'
import type { z } from 'zod'
import { WORKSPACE_SCOPE, type SettingsStore } from '../settings/ports.ts'

/** A setting of a feature. */
export interface SettingSpec<Value = unknown> {
  /** Unique among all features. */
  readonly name: string
  /** Whose it is: each person's, the whole server's, or each thread's. `own`: all names of a scope that the feature has for itself. */
  readonly scope: 'person' | 'server' | 'thread' | 'own'
  readonly schema: z.ZodType<Value>
  /** The default, also if the stored value is no longer valid. */
  readonly standard: Value
  /** One sentence for people. */
  readonly about: string
  /** One for each of many things: `name` is how the name of each begins. */
  readonly family?: true
  /** People change it on a page of its own, or over HTTP; absent: only the feature itself does. */
  readonly open?: true
}

export function setting<Value>(spec: SettingSpec<Value>): SettingSpec<Value> {
  return spec
}

/** Settings that a feature keeps for each of many things, which have no default. */
export function settingFamily<Value>(
  spec: Pick<SettingSpec<Value>, 'name' | 'scope' | 'schema' | 'about'>,
): SettingSpec<Value | undefined> {
  return { ...spec, schema: spec.schema.optional(), family: true, standard: undefined }
}

/** Where a value of this setting is kept; `owner` is the person or the chat. */
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

/** Sets it, with a row of the audit that says who did. */
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
