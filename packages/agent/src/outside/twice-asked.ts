import { isJson, textOf, type Json, type OutsideCall } from './outside-call.ts'

/** One call about which its agent asks with two hooks: one yes is enough. */
export interface TwiceAsked {
  readonly time: 'first' | 'second'
  /** Identical for both, and different for every other call of the session. */
  readonly key: string
}

/** Codex asks before the tool, then for permission. The second event names no call, so turn, tool and arguments must match. */
export function twiceAskedByCodex(eventName: string, event: Json): TwiceAsked | undefined {
  const [session, turn, tool] = ['session_id', 'turn_id', 'tool_name'].map((name) => textOf(event, name))
  const input = event['tool_input']
  if (session === undefined || turn === undefined || tool === undefined || !isJson(input)) return undefined
  const { description, ...rest } = input
  // A new question about a command that already runs, such as an address that it wants to reach.
  if (typeof description === 'string' && description.startsWith('network-access')) return undefined
  const args = tool === 'Bash' ? rest : input
  const key = JSON.stringify([
    session,
    textOf(event, 'agent_id') ?? '',
    turn,
    tool,
    textOf(event, 'cwd') ?? '',
    sorted(args),
  ])
  return { time: eventName === 'PermissionRequest' ? 'second' : 'first', key }
}

/** According to its documents, Cursor asks before every tool and once more before a command or a file. */
export function twiceAskedByCursor(
  eventName: string,
  event: Json,
  call: OutsideCall,
  cwd: string,
): TwiceAsked | undefined {
  const [chat, turn] = ['conversation_id', 'generation_id'].map((name) => textOf(event, name))
  const { specifier } = call
  if (chat === undefined || turn === undefined || (specifier.kind !== 'shell' && specifier.kind !== 'path'))
    return undefined
  const key = JSON.stringify([chat, turn, call.tool.name, cwd, sorted(specifier)])
  return { time: eventName === 'preToolUse' ? 'first' : 'second', key }
}

/** Sorts the fields, so that their order does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJson(value)) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)])
}
