import { createContext, useContext, useEffect, useState } from 'react'
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

export const ClockContext = createContext<Clock | null>(null)

/** The server's clock as far as this device knows it: times on the page are the server's. */
export function useClock(): Clock {
  const clock = useContext(ClockContext)
  if (clock === null) throw new Error('a page was drawn without a clock')
  return clock
}

/** The time, told anew every `ms`; `null` stands still. */
export function useNow(ms: number | null): number {
  const clock = useClock()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    setNow(clock.now())
    if (ms === null) return
    const timer = window.setInterval(() => setNow(clock.now()), ms)
    return () => window.clearInterval(timer)
  }, [clock, ms])
  return now
}
