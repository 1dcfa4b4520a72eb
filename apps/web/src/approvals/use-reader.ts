import { useMemo } from 'react'
import { modeLook } from '../composer/modes.ts'
import { useApp } from '../data/context.ts'
import type { Reader } from './settled.ts'

/** Who reads: the name that means "you", and how modes are called here. */
export function useReader(): Reader {
  const { me } = useApp()
  return useMemo(() => ({ me: me.user.name, modeLabel: (mode) => modeLook(mode).label }), [me.user.name])
}
