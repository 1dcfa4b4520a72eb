import type { PreferencesChange } from '@countersign/protocol'
import { useState } from 'react'
import { setPreferences } from '../../data/preferences.ts'

/** Why the last change was not kept, and how to make one. */
export function useChange(): readonly [string | null, (change: PreferencesChange) => void] {
  const [trouble, setTrouble] = useState<string | null>(null)
  const make = async (change: PreferencesChange): Promise<void> => {
    const kept = await setPreferences(change)
    setTrouble(kept.ok ? null : kept.message)
  }
  return [trouble, (change) => void make(change)]
}
