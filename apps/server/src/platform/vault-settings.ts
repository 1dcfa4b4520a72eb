import { settingFamily, type SettingSpec } from './setting.ts'
import { Stored, VAULT_SCOPE } from './vault/vault.ts'

/** Where the vault keeps what it seals. */
export const VAULT_SETTINGS: readonly SettingSpec[] = [
  settingFamily({ name: VAULT_SCOPE, scope: 'own', schema: Stored, about: 'Encrypted secrets.' }),
]
