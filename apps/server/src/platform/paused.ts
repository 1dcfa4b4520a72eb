import { z } from 'zod'
import { TRIGGERS_PAUSED, type SettingsStore } from '../settings/ports.ts'
import { readSetting, setting } from './setting.ts'

/** *Pause everything*: no unattended work runs on any process of this server. */
export const PAUSED = setting({
  name: TRIGGERS_PAUSED,
  scope: 'server',
  schema: z.boolean(),
  standard: false,
  about: 'No trigger of a workflow starts anything, and no browser opens.',
})

export function isEverythingPaused(settings: Pick<SettingsStore, 'get'>): Promise<boolean> {
  return readSetting(settings, PAUSED, 'server')
}
