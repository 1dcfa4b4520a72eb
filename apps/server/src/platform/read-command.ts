import { unknownKey, type WireError } from '@countersign/protocol'
import type { SocketCommand } from './command.ts'

/** Maximum length of one message, in characters. */
export const FRAME_LIMIT = 1_000_000

export type ReadCommand =
  | {
      readonly ok: true
      readonly command: SocketCommand
      readonly value: { readonly type: string; readonly request_id: string }
      /** Keys of older clients in it, which are ignored. */
      readonly legacy: readonly string[]
    }
  | { readonly ok: false; readonly requestId: string | null; readonly error: WireError }

/** Parses a frame as a command, or says why it is not one. */
export function readCommand(text: string, commands: ReadonlyMap<string, SocketCommand>): ReadCommand {
  if (text.length > FRAME_LIMIT)
    return bad(null, `a message can have at most ${FRAME_LIMIT} characters`, 'too_large')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return bad(null, 'a message must be one JSON object')
  }
  return parseCommand(json, commands)
}

export function parseCommand(json: unknown, commands: ReadonlyMap<string, SocketCommand>): ReadCommand {
  const fields = typeof json === 'object' && json !== null ? new Map(Object.entries(json)) : new Map()
  const given: unknown = fields.get('request_id')
  const requestId = typeof given === 'string' ? given.slice(0, 64) : null
  const type: unknown = fields.get('type')
  const command = typeof type === 'string' ? commands.get(type) : undefined
  if (command === undefined) return bad(requestId, 'unknown command at `type`: Invalid input')
  const parsed = command.contract.schema.safeParse(json)
  if (parsed.success) {
    const { schema, legacy = [] } = command.contract
    const unknown = unknownKey(schema, json, legacy)
    if (unknown === undefined)
      return { ok: true, command, value: parsed.data, legacy: legacy.filter((key) => fields.has(key)) }
    return bad(requestId, `\`${String(type)}\` is refused at \`${unknown.at}\`: ${unknown.message}`)
  }
  const issue = parsed.error.issues[0]
  const where = issue && issue.path.length > 0 ? ` at \`${issue.path.join('.')}\`` : ''
  return bad(requestId, `unknown command${where}: ${issue?.message ?? 'unreadable'}`)
}

function bad(
  requestId: string | null,
  message: string,
  code: WireError['code'] = 'bad_message',
): ReadCommand {
  return { ok: false, requestId, error: { code, message } }
}
