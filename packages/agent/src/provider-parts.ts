import { onAbort } from './on-abort.ts'
import type { ChatProvider, ModelPart, ModelRequest, ReadParts, TakePart } from './provider.ts'

/**
 * Passes on the parts of an answer as they arrive, until `take` returns true or the stream ends. Uses the provider's own `read` if it has
 * one, and iterates otherwise.
 */
export function readParts(
  provider: ChatProvider,
  request: ModelRequest,
  signal: AbortSignal,
  take: TakePart,
): Promise<void> {
  return provider.read ? provider.read(request, signal, take) : walk(provider, request, signal, take)
}

async function walk(
  provider: ChatProvider,
  request: ModelRequest,
  signal: AbortSignal,
  take: TakePart,
): Promise<void> {
  const parts = provider.stream(request, signal)[Symbol.asyncIterator]()
  // Do not wait for its cleanup; later parts are ignored.
  const leave = () => {
    tidyUp(parts).catch(() => undefined)
  }
  const unregister = onAbort(signal, leave)
  let ended = false
  try {
    for (;;) {
      const result = await parts.next()
      ended = result.done === true
      if (result.done === true || take(result.value)) return
    }
  } finally {
    unregister()
    if (!ended) leave()
  }
}

/** Rejects also if the stream throws. */
async function tidyUp(parts: AsyncIterator<ModelPart>): Promise<void> {
  await parts.return?.()
}

/** The parts of an answer as an async iterable, for callers that want to iterate. */
export async function* walkParts(
  read: ReadParts,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const arrived: ModelPart[] = []
  let wake = () => {}
  let left = false
  let ended = false
  const reading = read(request, signal, (part) => {
    arrived.push(part)
    wake()
    return left
  }).finally(() => {
    ended = true
    wake()
  })
  try {
    for (;;) {
      yield* arrived.splice(0)
      if (ended && arrived.length === 0) break
      if (!ended && arrived.length === 0)
        await new Promise<void>((resume) => {
          wake = resume
        })
    }
    await reading
  } finally {
    left = true
    reading.catch(() => undefined)
  }
}
