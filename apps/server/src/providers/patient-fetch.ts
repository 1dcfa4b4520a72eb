import type { LimitValues } from '../settings/limits.ts'

/** Milliseconds for which a model's server may send nothing. */
export interface Patience {
  /** Until the headers of its answer. */
  readonly start: number
  /** Between two pieces of it. Anything counts, including pings. */
  readonly between: number
}

/** The model's server sent nothing for too long and was abandoned. */
export class SilentModel extends Error {
  /** False: part of the answer had arrived, and a retry would start it over. */
  readonly retryable: boolean

  constructor(milliseconds: number, { began }: { readonly began: boolean }) {
    const seconds = Math.round(milliseconds / 100) / 10
    super(
      began
        ? `it sent nothing for ${seconds} seconds in the middle of its answer`
        : `it did not start to answer within ${seconds} seconds`,
    )
    this.retryable = !began
  }
}

/** A local model may think for long before it says anything: it has one time limit for everything. */
export function patienceFor(url: string, limits: LimitValues): Patience {
  const { model_start, model_silence, local_model_silence } = limits
  const ms = (seconds: number | null) => (seconds ?? MOST) * 1000
  if (isLoopback(url)) return { start: ms(local_model_silence), between: ms(local_model_silence) }
  return { start: ms(model_start), between: ms(model_silence) }
}

/** Seconds after which the HTTP client itself gives up. */
const MOST = 300

function isLoopback(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)
  )
}

/** Maximum size of one answer on the wire in bytes: the text limit cuts such an answer long before. */
const WIRE_BYTES = 64_000_000

/** `fetch` that abandons a server which sends nothing for too long, or never stops. */
export function patientFetch(
  fetch: typeof globalThis.fetch,
  patience: (url: string) => Patience,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const { start, between } = patience(input instanceof Request ? input.url : String(input))
    const leave = new AbortController()
    const signals = init.signal ? [init.signal, leave.signal] : [leave.signal]
    const late = setTimeout(() => leave.abort(new SilentModel(start, { began: false })), start)
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
      if (response.body === null) return response
      const { status, statusText, headers } = response
      return new Response(watched(response.body, between, leave), { status, statusText, headers })
    } finally {
      clearTimeout(late)
    }
  }
}

/** Passes the bytes on as long as they arrive. Only the time that the reader waits is measured. */
function watched(
  body: ReadableStream<Uint8Array>,
  between: number,
  leave: AbortController,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const late = setTimeout(() => leave.abort(new SilentModel(between, { began: bytes > 0 })), between)
      try {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        bytes += value.byteLength
        if (bytes > WIRE_BYTES) throw new Error(`its answer was larger than ${WIRE_BYTES} bytes`)
        controller.enqueue(value)
      } catch (cause) {
        leave.abort(cause)
        controller.error(cause)
      } finally {
        clearTimeout(late)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
