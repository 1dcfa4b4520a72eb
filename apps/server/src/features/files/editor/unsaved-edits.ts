import type { Call } from '@countersign/agent'
import type { CallBody, CallId, ThreadId } from '@countersign/protocol'

/** Calls that changed open texts since these were saved, in order. In memory only: forgotten ones are asked about again. */
export interface UnsavedEdits {
  applied(call: Call): void
  saved(call: Call): void
  /** Those that the text of this change could have come from. */
  of(threadId: ThreadId, body: CallBody): readonly CallId[] | undefined
}

/** Texts that are remembered. */
const LIMIT = 1000

export function unsavedEdits(): UnsavedEdits {
  const known = new Map<string, { readonly calls: readonly CallId[]; readonly after: string }>()
  const keyOf = (threadId: ThreadId, path: string): string => `${threadId} ${path}`
  return {
    applied({ id, threadId, body }) {
      if (body.kind !== 'write') return
      const key = keyOf(threadId, body.path)
      const before = known.get(key)
      const calls = before !== undefined && before.after === body.before ? [...before.calls, id] : [id]
      known.delete(key)
      known.set(key, { calls, after: body.after })
      const [oldest] = known.keys()
      if (known.size > LIMIT && oldest !== undefined) known.delete(oldest)
    },
    // A yes is used once.
    saved({ threadId, body }) {
      if (body.kind === 'write') known.delete(keyOf(threadId, body.path))
    },
    of: (threadId, body) =>
      body.kind === 'write' ? known.get(keyOf(threadId, body.path))?.calls : undefined,
  }
}
