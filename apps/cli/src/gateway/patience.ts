import { asJson, type Json, type Message } from './messages.ts'

/** One progress notification. Its count stays far below the upstream server's first value, because progress must not decrease. */
const STEP = 0.000001

/**
 * Periodically notifies a client that requested progress that its call waits, so that it does not time out. Returns a function that stops
 * it.
 */
export function keepPatient(params: Json, everyMs: number, send: (note: Message) => void): () => void {
  const { progressToken } = asJson(params['_meta'])
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return () => undefined
  let notes = 0
  const timer = setInterval(() => {
    notes += 1
    const progress = notes * STEP
    const message = 'waits for an answer from a person (Countersign)'
    send({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken, progress, message },
    })
  }, everyMs)
  return () => clearInterval(timer)
}
