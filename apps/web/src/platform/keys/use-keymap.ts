import { useMemo } from 'react'
import { usePreferences } from '../../data/preferences.ts'
import { useFeatures } from '../features-context.ts'
import { keymapOf, keysOf } from './keymap.ts'
import type { Keymap } from './keymap.ts'

/** The keys of all features, with this person's bindings. */
export function useKeymap(): Keymap {
  const features = useFeatures()
  const { bindings } = usePreferences().keyboard
  return useMemo(
    () => keymapOf(keysOf(features.flatMap(({ commands = [] }) => commands)), bindings),
    [features, bindings],
  )
}
