import { asJson, type Json, type Message } from './messages.ts'

/** One progress notification. Its count stays far below the upstream server's first value, because progress must not decrease. */
const STEP = 0.000001

/**
 * Tells a client that asked for progress, now and again, that its call waits: one that heeds this does not lose patience. Gives back what
 * ends the notes.
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
