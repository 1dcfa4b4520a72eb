import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { Clock } from '../clock.ts'
import type { Me } from './api.ts'
import type { Client } from './client.ts'
import type { ViewStore } from './store.ts'
import type { View } from './view.ts'

/** What the pages reach for. Leaves do not: they get a view and callbacks. */
export interface App {
  readonly client: Client
  readonly store: ViewStore
  readonly clock: Clock
  readonly me: Me
  /** Asks anew what can be used, after something here changed it. */
  readonly askMe: () => Promise<void>
}

export const AppContext = createContext<App | null>(null)

export function useApp(): App {
  const app = useContext(AppContext)
  if (app === null) throw new Error('a page was drawn outside of the app')
  return app
}

/** A part of the view. The selector must return the same value for the same view. */
export function useView<T>(select: (view: View) => T): T {
  return useStore(useApp().store.view, select)
}

/** What policy has to know of the machine to decide here as the server does. */
export interface PolicyFacts {
  readonly home: string
  /** Folders of the gate itself. */
  readonly own: readonly string[]
}

export const PolicyFactsContext = createContext<PolicyFacts>({ home: '/home', own: [] })

export function usePolicyFacts(): PolicyFacts {
  return useContext(PolicyFactsContext)
}

export const ClockContext = createContext<Clock | null>(null)

/** The server's clock as far as this device knows it: times on the page are the server's. */
export function useClock(): Clock {
  const clock = useContext(ClockContext)
  if (clock === null) throw new Error('a page was drawn without a clock')
  return clock
}

/** The time, told anew every `ms`, to that grain; `null` stands still at 0. */
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
