import { settingFamily, type SettingSpec } from './setting.ts'
import { Stored, VAULT_SCOPE } from './vault/vault.ts'

/** Where the vault stores its sealed values. */
export const VAULT_SETTINGS: readonly SettingSpec[] = [
  settingFamily({ name: VAULT_SCOPE, scope: 'own', schema: Stored, about: 'Encrypted secrets.' }),
]
