import { filesTopicId, LOOK_LIMIT } from '@countersign/protocol'
import type { ThreadId } from '@countersign/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApp, useView } from '../data/context.ts'
import { filesSlice } from './files-slice.ts'
import { useTopic } from './use-topic.ts'

/** Folders that panes of this window show, by workspace and pane. */
const shown = new Map<string, Map<symbol, readonly string[]>>()

/**
 * Subscribes to changes in these folders while they are shown, and refetches their data after a change. After a reconnect all of it is
 * refetched, because changes may have been missed.
 */
export function useFolderChanges(thread: ThreadId | null, folders: readonly string[]): void {
  const { client } = useApp()
  const queries = useQueryClient()
  const live = useView((view) => view.connection.state === 'open')
  const id = filesTopicId(thread)
  const change = useTopic(filesSlice, id)
  const key = folders.join('\n')
  useEffect(() => {
    if (!live) return
    const own = Symbol(id)
    const panes = shown.get(id) ?? new Map<symbol, readonly string[]>()
    shown.set(id, panes)
    panes.set(own, key === '' ? [] : key.split('\n'))
    const tell = (): void => {
      const all = [...new Set([...panes.values()].flat())].slice(0, LOOK_LIMIT)
      void client.lookAt(thread, all)
    }
    tell()
    return () => {
      panes.delete(own)
      tell()
    }
  }, [client, thread, id, key, live])
  useEffect(() => {
    if (live) void queries.invalidateQueries({ queryKey: ['folder', thread] })
  }, [queries, thread, live])
  useEffect(() => {
    if (change === null) return
    for (const folder of change.folders)
      void queries.invalidateQueries({ queryKey: ['folder', thread, folder], exact: true })
    for (const path of change.paths) void queries.invalidateQueries({ queryKey: ['file', thread, path] })
  }, [queries, thread, change])
}

/** The folder of a path. */
export function folderOf(path: string): string {
  const end = path.lastIndexOf('/')
  return end < 1 ? '.' : path.slice(0, end)
}
