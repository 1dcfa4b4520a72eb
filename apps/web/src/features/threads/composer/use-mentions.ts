import type { FileNames } from '@countersign/protocol'
import { useEffect, useState } from 'react'
import type { MentionEntry } from '../../../platform/feature.ts'
import { useFeatures } from '../../../platform/features-context.ts'

/** Aborted when other names are requested. */
export type FindFiles = (wanted: string, signal: AbortSignal) => Promise<FileNames | null>

/** The known matching names. */
export type Found =
  | {
      readonly kind: 'names'
      readonly names: FileNames['names']
      readonly more: boolean
      /** Features' entries that can be mentioned by name. */
      readonly others: readonly MentionEntry[]
    }
  | { readonly kind: 'unknown' }

interface Answer {
  readonly wanted: string
  readonly found: Found
}

/** Milliseconds of quiet before names are searched. */
const QUIET = 80

/** Names that match the typed text; null: not known yet. While it grows, earlier names that still match stay. */
export function useMentions(wanted: string | null, find: FindFiles | undefined): Found | null {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const features = useFeatures()
  useEffect(() => {
    if (wanted === null || find === undefined) return
    const over = new AbortController()
    const look = async (): Promise<void> => {
      const [names, ...others] = await Promise.all([
        find(wanted, over.signal),
        ...features.flatMap(({ mentions }) =>
          mentions === undefined ? [] : [mentions(wanted, over.signal)],
        ),
      ])
      const found: Found =
        names === null ? { kind: 'unknown' } : { kind: 'names', ...names, others: others.flat() }
      if (!over.signal.aborted) setAnswer({ wanted, found })
    }
    const timer = window.setTimeout(() => void look(), QUIET)
    return () => {
      over.abort()
      window.clearTimeout(timer)
    }
  }, [wanted, find, features])
  return wanted === null || answer === null ? null : stillTrue(answer, wanted)
}

/** A name that does not match must never be selectable, not even for a moment. */
function stillTrue({ wanted: asked, found }: Answer, wanted: string): Found | null {
  if (asked === wanted) return found
  if (!wanted.startsWith(asked) || found.kind === 'unknown') return null
  const fits = (name: string) => name.toLowerCase().includes(wanted.toLowerCase())
  const names = found.names.filter(({ path }) => fits(path))
  const others = found.others.filter(({ name }) => fits(name))
  return names.length + others.length === 0 ? null : { ...found, names, others }
}
