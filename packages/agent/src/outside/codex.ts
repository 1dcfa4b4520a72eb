import { isJson, textOf, type Json } from './outside-call.ts'

/**
 * Whether a command of Codex runs in a terminal that stays open for `write_stdin`, which fires no hook. The event does not say so, but
 * Codex writes the call into its transcript before it asks. Undefined: the transcript does not say.
 */
export function keepsTerminal(event: Json, transcript: string): boolean | undefined {
  const id = textOf(event, 'tool_use_id')
  const input = event['tool_input']
  const command = isJson(input) ? textOf(input, 'command') : undefined
  const calls = transcript
    .split('\n')
    .filter((line) => line.includes('function_call'))
    .map(callIn)
    .filter((call) => call !== undefined)
    // An event that asks for permission names no call, so every call with the same command matches.
    .filter((call) => (id === undefined ? call.command === command : call.id === id))
  if (calls.length === 0) return undefined
  return calls.some((call) => call.terminal)
}

interface WrittenCall {
  readonly id: string
  readonly command: string | undefined
  readonly terminal: boolean
}

/** The call in a line of a transcript. Lines that cannot be read with certainty are skipped. */
function callIn(line: string): WrittenCall | undefined {
  const entry = parsed(line)
  const payload = isJson(entry) ? entry['payload'] : undefined
  if (!isJson(payload) || payload['type'] !== 'function_call') return undefined
  const id = textOf(payload, 'call_id')
  const args = parsed(textOf(payload, 'arguments') ?? '')
  if (id === undefined || !isJson(args)) return undefined
  return {
    id,
    command: textOf(args, 'cmd', 'command'),
    terminal: args['tty'] !== undefined && args['tty'] !== false,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
