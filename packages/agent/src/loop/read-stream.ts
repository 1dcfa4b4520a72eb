import type { ChatProvider, ModelPart, ModelRequest } from '../provider.ts'

/**
 * Reads a model's answer part by part until `take` says that it is enough. Ends at once when the signal aborts, whatever the provider does
 * about it: a provider that does not let go is left behind.
 */
export async function readStream(
  provider: ChatProvider,
  request: ModelRequest,
  signal: AbortSignal,
  take: (part: ModelPart) => boolean,
): Promise<void> {
  if (signal.aborted) return
  const parts = provider.stream(request, signal)[Symbol.asyncIterator]()
  let leave = () => {}
  const stop = () => leave()
  signal.addEventListener('abort', stop, { once: true })
  // One promise for each part, and not a race against the signal: a race would keep every part until the end.
  const next = () =>
    new Promise<IteratorResult<ModelPart> | undefined>((arrived, failed) => {
      leave = () => arrived(undefined)
      parts.next().then(arrived, failed)
    })
  let result: IteratorResult<ModelPart> | undefined
  try {
    do {
      result = await next()
      if (signal.aborted) return
    } while (result !== undefined && result.done !== true && !take(result.value))
  } finally {
    signal.removeEventListener('abort', stop)
    // Nobody waits for it to tidy up, and nothing it says then counts any more.
    if (result?.done !== true) parts.return?.().then(undefined, () => undefined)
  }
}
