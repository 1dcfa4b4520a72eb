import { useEffect, useState } from 'react'
import { texts } from './texts.ts'

/** Long enough to see why the card went. */
const SHOWN_MS = 4000

/** Says for a moment that another screen answered. `at` is when this one heard of it; it is told while it is fresh. */
export function Elsewhere({ at }: { at: number | null }) {
  const [over, setOver] = useState<number | null>(null)
  useEffect(() => {
    if (at === null) return
    const timer = window.setTimeout(() => setOver(at), SHOWN_MS)
    return () => window.clearTimeout(timer)
  }, [at])
  return at === null || over === at ? null : <p className="text-hint text-ink-2">{texts.elsewhere}</p>
}
