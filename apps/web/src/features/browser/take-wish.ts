import type { ThreadId } from '@countersign/protocol'

/** A press on *Take over* outside the pane: the pane takes the browser as soon as it shows it. */
let wished: ThreadId | null = null
const heard = new Set<() => void>()

export function wishToTake(thread: ThreadId): void {
  wished = thread
  for (const hear of heard) hear()
}

/** True once for each wish. */
export function grantWish(thread: ThreadId): boolean {
  if (wished !== thread) return false
  wished = null
  return true
}

export function onWish(hear: () => void): () => void {
  heard.add(hear)
  return () => heard.delete(hear)
}
