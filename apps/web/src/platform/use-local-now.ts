import { useCallback, useSyncExternalStore } from 'react'
import { useApp } from '../data/context.ts'

/** This device's clock, updated every `ms`, for delays that the device itself measures. */
export function useLocalNow(ms: number): number {
  const { clock } = useApp()
  const subscribe = useCallback(
    (tick: () => void) => {
      const timer = window.setInterval(tick, ms)
      return () => window.clearInterval(timer)
    },
    [ms],
  )
  return useSyncExternalStore(subscribe, () => Math.floor(clock.now() / ms) * ms)
}
