import { useMemo } from 'react'
import { modeLook } from '../modes/modes.ts'
import { useApp } from '../../data/context.ts'
import type { Reader } from './settled.ts'

/** The current reader: which person is "you", and how modes are named here. */
export function useReader(): Reader {
  const { user } = useApp().me
  return useMemo(
    () => ({
      person: (by) => (by === user.id || by === user.name ? 'you' : by),
      modeLabel: (mode) => modeLook(mode).label,
    }),
    [user],
  )
}
