import { unlessAborted } from '../on-abort.ts'
import { readParts } from '../provider-parts.ts'
import type { ChatProvider, ModelRequest, TakePart } from '../provider.ts'

/**
 * Reads a model's answer part by part until `take` returns true. Ends at once when the signal aborts: a provider that ignores the abort is
 * abandoned, and its later parts are dropped.
 */
export async function readStream(
  provider: ChatProvider,
  request: ModelRequest,
  signal: AbortSignal,
  take: TakePart,
): Promise<void> {
  if (signal.aborted) return
  let over = false
  try {
    await unlessAborted(
      signal,
      readParts(provider, request, signal, (part) => over || take(part)),
    )
  } catch (cause) {
    if (!signal.aborted) throw cause
  } finally {
    over = true
  }
}
