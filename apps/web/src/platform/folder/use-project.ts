import type { ThreadId } from '@countersign/protocol'
import { useState } from 'react'
import { useView } from '../../data/context.ts'
import { recentFolders } from './paths.ts'
import { readLastThread } from '../last-thread.ts'

/** The project whose own files, such as its rules, are looked at. */
export interface Project {
  /** Undefined: there is no thread yet, so the server's folder. */
  readonly folder: string | undefined
  /** A thread in it, through which its files are read; null: there is none. */
  readonly thread: ThreadId | null
  /** Projects that have a thread, most recently used first. */
  readonly known: readonly string[]
  readonly choose: (folder: string) => void
}

/** The project of the most recently viewed thread, until another is chosen. */
export function useProject(): Project {
  const threads = useView((view) => view.threads) ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const last = readLastThread(window.localStorage)
  const known = recentFolders(threads)
  const folder = chosen ?? threads.find(({ id }) => id === last)?.workspace ?? known[0]
  const thread = threads.find(({ workspace }) => workspace === folder)?.id ?? null
  return { folder, thread, known, choose: setChosen }
}
