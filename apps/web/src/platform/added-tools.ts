import type { ClientTool } from './client-tool.ts'

/** Tools that are added and removed while the page is open, grouped by the owner that adds them. */
export interface AddedTools {
  now(): readonly ClientTool[]
  /** Replaces the tools that this owner added before. */
  set(by: string, tools: readonly ClientTool[]): void
  /** Returns a function that removes the listener. */
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

/** The added tools of this page. */
export const addedTools = createAddedTools()
