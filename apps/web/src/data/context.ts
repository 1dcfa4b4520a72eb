import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { Clock } from '../clock.ts'
import type { Me } from './api.ts'
import type { Client } from './client.ts'
import type { ViewStore } from './store.ts'
import type { View } from './view.ts'

/** The pages' context. Leaf components get a view and callbacks instead. */
export interface App {
  readonly client: Client
  readonly store: ViewStore
  readonly clock: Clock
  readonly me: Me
  /** Reloads what can be used, after a change here. */
  readonly askMe: () => Promise<void>
}

export const AppContext = createContext<App | null>(null)

export function useApp(): App {
  const app = useContext(AppContext)
  if (app === null) throw new Error('a page was drawn outside of the app')
  return app
}

/** Selects a part of the view. The selector must return the same value for the same view. */
export function useView<T>(select: (view: View) => T): T {
  return useStore(useApp().store.view, select)
}

/** Facts about the machine that the policy needs to decide like the server. */
export interface PolicyFacts {
  readonly home: string
  /** The gate's own folders. */
  readonly own: readonly string[]
}

export const PolicyFactsContext = createContext<PolicyFacts>({ home: '/home', own: [] })

export function usePolicyFacts(): PolicyFacts {
  return useContext(PolicyFactsContext)
}

export const ClockContext = createContext<Clock | null>(null)

/** The server's clock as estimated by this device: times on the page are the server's. */
export function useClock(): Clock {
  const clock = useContext(ClockContext)
  if (clock === null) throw new Error('a page was drawn without a clock')
  return clock
}

/** The time, updated every `ms`, at that resolution; `null` stays at 0. */
export function useNow(ms: number | null): number {
  const clock = useClock()
  const subscribe = useCallback(
    (tick: () => void) => {
      if (ms === null) return () => {}
      const timer = window.setInterval(tick, ms)
      return () => window.clearInterval(timer)
    },
    [ms],
  )
  return useSyncExternalStore(subscribe, () => (ms === null ? 0 : Math.floor(clock.now() / ms) * ms))
}
