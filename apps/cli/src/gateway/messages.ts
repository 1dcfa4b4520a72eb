/** A JSON-RPC message that passes through; only tool calls are inspected. */
export type Message = Readonly<Record<string, unknown>>

export type Json = Readonly<Record<string, unknown>>

/** How a call ended. */
export interface End {
  readonly ok: boolean
  readonly text: string
}

/** JSON-RPC's code for an unspecified server error. */
const SERVER_ERROR = -32_000
/** Maximum length of a result text that is stored with the call. */
const END_LIMIT = 4000

/** The result of a call that did not run: a text for the model. */
export function refused(id: unknown, reason: string): Message {
  return { jsonrpc: '2.0', id, result: { isError: true, content: [{ type: 'text', text: reason }] } }
}

export function failed(id: unknown, message: string): Message {
  return { jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message } }
}

export function endOf(message: Message): End {
  if (message['error'] !== undefined) return { ok: false, text: short(asJson(message['error'])['message']) }
  const result = asJson(message['result'])
  const content = Array.isArray(result['content']) ? result['content'].map(asJson) : []
  const text = content.map((part) =>
    typeof part['text'] === 'string' ? part['text'] : `[${String(part['type'])}]`,
  )
  return { ok: result['isError'] !== true, text: short(text.join('\n')) }
}

function short(text: unknown): string {
  return (typeof text === 'string' ? text : '').slice(0, END_LIMIT)
}

export function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {} // an object, by the checks before
}
