import { useEffect, useState } from 'react'
import { texts } from './texts.ts'

/** Long enough to see why the card disappeared. */
const SHOWN_MS = 4000

/** Shows for a moment that another screen answered. `at` is when this one learned of it. */
export function Elsewhere({ at }: { at: number | null }) {
  const [over, setOver] = useState<number | null>(null)
  useEffect(() => {
    if (at === null) return
    const timer = window.setTimeout(() => setOver(at), SHOWN_MS)
    return () => window.clearTimeout(timer)
  }, [at])
  return at === null || over === at ? null : <p className="text-hint text-ink-2">{texts.elsewhere}</p>
}
