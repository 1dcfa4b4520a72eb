import { useEffect, useState } from 'react'
import type { KeptRule } from '../../data/api-rules.ts'

/** How long a removal can be undone. */
const UNDO_MS = 10_000

export interface Removed {
  readonly last: KeptRule | null
  readonly put: (rule: KeptRule) => void
  /** The last removed rule, only once. */
  readonly take: () => KeptRule | null
}

/** Remembers the rule that was removed last, for a while. */
export function useRemoved(): Removed {
  const [last, setLast] = useState<KeptRule | null>(null)
  useEffect(() => {
    if (last === null) return
    const timer = window.setTimeout(() => setLast(null), UNDO_MS)
    return () => window.clearTimeout(timer)
  }, [last])
  return {
    last,
    put: setLast,
    take: () => {
      setLast(null)
      return last
    },
  }
}
