import { defineFeature } from '../../platform/feature.ts'
import { keyTexts } from './key-texts.ts'
import { lazy } from '../../ui/lazy.ts'

const KeyboardPage = lazy(async () => ({ default: (await import('./KeyboardPage.tsx')).KeyboardPage }))
const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog }))

/** The list of keys, and which of them a person changed. */
export const keyboard = defineFeature({
  name: 'keyboard',
  settings: [{ id: 'keyboard', title: 'Keyboard', section: KeyboardPage }],
  commands: [{ id: 'keys', key: { chord: '?', does: keyTexts.list }, run: ({ open }) => open(KeysDialog) }],
})
