import { defineFeature } from '../../platform/feature.ts'
import { FolderBanner } from './FolderBanner.tsx'
import { lazy } from '../../ui/lazy.ts'

const PermissionsPage = lazy(async () => ({
  default: (await import('./PermissionsPage.tsx')).PermissionsPage,
}))

/** Rules and modes: what is allowed, asked and refused. */
export const rules = defineFeature({
  name: 'rules',
  settings: [{ id: 'permissions', title: 'Permissions', section: PermissionsPage }],
  aboveThread: [FolderBanner],
})
