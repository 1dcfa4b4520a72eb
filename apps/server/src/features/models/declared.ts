import { z } from 'zod'
import { LEARNED, Learned } from '../../providers/sources.ts'
import { setting, settingFamily, type SettingSpec } from '../../platform/setting.ts'
import { ENDPOINT, StoredEndpoint } from '../../settings/endpoints.ts'
import { LIMITS_SETTING, StoredLimits } from '../../settings/limits.ts'
import {
  APPROVAL_TIMEOUT,
  ChosenFolder,
  DEFAULT_FOLDER,
  PREFERENCES,
  SHIPPED,
  StoredPreferences,
} from '../../settings/preferences.ts'

/** Settings of models and of what a person likes. */
export const MODEL_SETTINGS: readonly SettingSpec[] = [
  setting({
    name: PREFERENCES,
    scope: 'person',
    schema: StoredPreferences,
    standard: SHIPPED,
    about: 'Model, mode, notifications, sounds and keys.',
  }),
  setting({
    name: APPROVAL_TIMEOUT,
    scope: 'person',
    schema: z.number().positive().nullable(),
    standard: null,
    about: 'Milliseconds after which a question expires; null: never.',
  }),
  setting({
    name: DEFAULT_FOLDER,
    scope: 'person',
    schema: ChosenFolder.nullable(),
    standard: null,
    about: 'The folder for new chats, and when it was chosen; null: the one that the server was started in.',
  }),
  setting({
    name: LIMITS_SETTING,
    scope: 'server',
    schema: StoredLimits,
    standard: {},
    about: 'What one turn may use up.',
  }),
  settingFamily({
    name: ENDPOINT,
    scope: 'server',
    schema: StoredEndpoint,
    about: 'Model servers that a person added.',
  }),
  settingFamily({
    name: LEARNED,
    scope: 'server',
    schema: Learned,
    about: 'The models that a provider last listed.',
  }),
]
