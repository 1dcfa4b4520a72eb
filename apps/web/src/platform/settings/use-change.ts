import type { PreferencesChange } from '@countersign/protocol'
import { useState } from 'react'
import { setPreferences } from '../../data/preferences.ts'

/** Makes a change and reports why the last one was not saved. */
export function useChange(): readonly [string | null, (change: PreferencesChange) => void] {
  const [trouble, setTrouble] = useState<string | null>(null)
  const make = async (change: PreferencesChange): Promise<void> => {
    const kept = await setPreferences(change)
    setTrouble(kept.ok ? null : kept.message)
  }
  return [trouble, (change) => void make(change)]
}
