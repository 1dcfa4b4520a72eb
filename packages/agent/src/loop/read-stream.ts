import { onAbort } from '../on-abort.ts'
import { readParts } from '../provider-parts.ts'
import type { ChatProvider, ModelRequest, TakePart } from '../provider.ts'

/**
 * Reads a model's answer part by part until `take` says that it is enough. Ends at once when the signal aborts, whatever the provider does
 * about it: a provider that does not let go is left behind.
 */
export function readStream(
  provider: ChatProvider,
  request: ModelRequest,
  signal: AbortSignal,
  take: TakePart,
): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((ended) => {
    const waiter = onAbort(signal, ended)
    const reading = readParts(provider, request, signal, (part) => signal.aborted || take(part))
    reading.then(
      () => {
        waiter.leave()
        ended()
      },
      // What failed fails here too.
      () => {
        waiter.leave()
        ended(reading)
      },
    )
  })
}
