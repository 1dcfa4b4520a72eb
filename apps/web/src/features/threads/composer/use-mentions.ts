import type { FileNames } from '@countersign/protocol'
import { useEffect, useState } from 'react'

/** Aborted when other names are wanted. */
export type FindFiles = (wanted: string, signal: AbortSignal) => Promise<FileNames | null>

/** What is known of the names that fit. */
export type Found =
  | { readonly kind: 'names'; readonly names: FileNames['names']; readonly more: boolean }
  | { readonly kind: 'unknown' }

interface Answer {
  readonly wanted: string
  readonly found: Found
}

/** Milliseconds of quiet before names are looked for. */
const QUIET = 80

/** Names that fit what is typed; null: not known yet. While it grows, those of the shorter text that still fit stay. */
export function useMentions(wanted: string | null, find: FindFiles | undefined): Found | null {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    if (wanted === null || find === undefined) return
    const over = new AbortController()
    const look = async (): Promise<void> => {
      const names = await find(wanted, over.signal)
      const found: Found = names === null ? { kind: 'unknown' } : { kind: 'names', ...names }
      if (!over.signal.aborted) setAnswer({ wanted, found })
    }
    const timer = window.setTimeout(() => void look(), QUIET)
    return () => {
      over.abort()
      window.clearTimeout(timer)
    }
  }, [wanted, find])
  return wanted === null || answer === null ? null : stillTrue(answer, wanted)
}

/** Nothing that does not fit may stand there to be taken, not even for a moment. */
function stillTrue({ wanted: asked, found }: Answer, wanted: string): Found | null {
  if (asked === wanted) return found
  if (!wanted.startsWith(asked) || found.kind === 'unknown') return null
  const names = found.names.filter(({ path }) => path.toLowerCase().includes(wanted.toLowerCase()))
  return names.length === 0 ? null : { ...found, names }
}
