import { rejected } from '../awaitable.ts'
import { promised, type Ending } from '../ending.ts'
import { Waiter } from '../on-abort.ts'
import { readParts } from '../provider-parts.ts'
import type { ChatProvider, ModelRequest, TakePart } from '../provider.ts'

/**
 * Reads a model's answer part by part until `take` says that it is enough. Ends at once when the signal aborts, whatever the provider does
 * about it: a provider that does not let go is left behind, and what it still says is not taken.
 */
export function readStream(
  provider: ChatProvider,
  request: ModelRequest,
  signal: AbortSignal,
  take: TakePart,
): Promise<void> {
  return promised((ending) => readStreamTo(provider, request, signal, take, ending))
}

/** The same, and the ending told. */
export function readStreamTo(
  provider: ChatProvider,
  request: ModelRequest,
  signal: AbortSignal,
  take: TakePart,
  ending: Ending<void>,
): void {
  if (signal.aborted) ending.ended()
  else new StreamReading(take, ending).read(provider, request, signal)
}

class StreamReading extends Waiter {
  readonly #take: TakePart
  readonly #ending: Ending<void>
  #over = false

  constructor(take: TakePart, ending: Ending<void>) {
    super()
    this.#take = take
    this.#ending = ending
  }

  read(provider: ChatProvider, request: ModelRequest, signal: AbortSignal): void {
    this.waitFor(signal)
    this.#reading(provider, request, signal).then(
      () => this.#end(),
      (cause: unknown) => {
        if (this.#leave()) this.#ending.failed(cause)
      },
    )
  }

  aborted(): void {
    this.#end()
  }

  #reading(provider: ChatProvider, request: ModelRequest, signal: AbortSignal): Promise<void> {
    try {
      return readParts(provider, request, signal, (part) => this.#over || this.#take(part))
    } catch (cause) {
      return rejected(cause)
    }
  }

  #end(): void {
    if (this.#leave()) this.#ending.ended()
  }

  /** False: it was left before. */
  #leave(): boolean {
    if (this.#over) return false
    this.#over = true
    this.leave()
    return true
  }
}
