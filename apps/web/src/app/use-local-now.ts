import { useEffect, useState } from 'react'
import { useApp } from '../data/context.ts'

/** This device's clock, told anew every `ms`: for waits that the device itself measures. */
export function useLocalNow(ms: number): number {
  const { clock } = useApp()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(clock.now()), ms)
    return () => window.clearInterval(timer)
  }, [clock, ms])
  return now
}
