import type { ThreadId } from '@countersign/protocol'
import { useMemo } from 'react'
import { useView } from '../../data/context.ts'

/** The folder of every chat. */
export function useWorkspaces(): ReadonlyMap<ThreadId, string> {
  const threads = useView((view) => view.threads)
  return useMemo(() => new Map((threads ?? []).map((thread) => [thread.id, thread.workspace])), [threads])
}
