import type { CallBody, FailedCall } from '@countersign/protocol'

/** The current state, in place of the state that a stale call was about. */
export type WhatChanged =
  | { readonly kind: 'text'; readonly path: string; readonly before: string | null; readonly after: string }
  | { readonly kind: 'gone'; readonly path: string }
  /** Shown as the call would be shown now. */
  | { readonly kind: 'other'; readonly body: CallBody }

/** The change that made a call stale; null: unknown. */
export function whatChanged({ body, found }: Pick<FailedCall, 'body' | 'found'>): WhatChanged | null {
  if (found === undefined) return null
  if (body.kind === 'write' && found.kind === 'write') {
    const { path, before } = body
    if (found.before === null) return { kind: 'gone', path }
    return { kind: 'text', path, before, after: found.before }
  }
  if (found.kind === 'path' && found.files === 0) return { kind: 'gone', path: found.paths[0] ?? '' }
  return { kind: 'other', body: found }
}
