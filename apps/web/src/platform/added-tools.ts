import type { ClientTool } from './client-tool.ts'

/** Tools that come and go while the page is open, by who brings them. */
export interface AddedTools {
  now(): readonly ClientTool[]
  /** In place of those that this one brought before. */
  set(by: string, tools: readonly ClientTool[]): void
  /** Returns how to stop listening. */
  onChange(listener: () => void): () => void
}

function createAddedTools(): AddedTools {
  const added = new Map<string, readonly ClientTool[]>()
  const listeners = new Set<() => void>()
  return {
    now: () => [...added.values()].flat(),
    set(by, tools) {
      const before = added.get(by) ?? []
      if (before.length === tools.length && before.every((tool, index) => tool === tools[index])) return
      added.set(by, tools)
      for (const listener of listeners) listener()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Those of this page. */
export const addedTools = createAddedTools()
