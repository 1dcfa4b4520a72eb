import type { FileNames } from '@countersign/protocol'
import { useEffect, useState } from 'react'

export type FindFiles = (wanted: string) => Promise<FileNames | null>

/** What is known of the names that fit; null: nothing yet. */
export type Found =
  | { readonly kind: 'names'; readonly names: FileNames['names']; readonly more: boolean }
  | { readonly kind: 'unknown' }

/** Milliseconds of quiet before names are looked for. */
const QUIET = 80

/** Names that fit what is typed. While new ones are looked for, the last ones stay. */
export function useMentions(wanted: string | null, find: FindFiles | undefined): Found | null {
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (wanted === null || find === undefined) {
      setFound(null)
      return
    }
    let over = false
    const timer = window.setTimeout(async () => {
      const names = await find(wanted)
      if (!over) setFound(names === null ? { kind: 'unknown' } : { kind: 'names', ...names })
    }, QUIET)
    return () => {
      over = true
      window.clearTimeout(timer)
    }
  }, [wanted, find])
  return wanted === null ? null : found
}
