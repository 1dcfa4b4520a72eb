import { MODES } from './modes.ts'
import { slashTexts } from './slash-texts.ts'

/** Commands that a message may begin with. They act here and are never sent to the agent. */
export type SlashName = 'tools' | 'mode' | 'plan' | 'rules' | 'explain' | 'undo' | 'stop' | 'new'

export interface SlashCommand {
  readonly name: SlashName
  readonly other: readonly string[]
  readonly argument: string | null
  readonly line: string
}

const SLASH_COMMANDS: readonly SlashCommand[] = [
  { name: 'tools', other: [], argument: null, line: slashTexts.lines.tools },
  {
    name: 'mode',
    other: [],
    argument: 'mode',
    line: slashTexts.lines.mode(MODES.map((mode) => mode.id).join(', ')),
  },
  { name: 'plan', other: [], argument: null, line: slashTexts.lines.plan },
  { name: 'rules', other: [], argument: null, line: slashTexts.lines.rules },
  { name: 'explain', other: ['why'], argument: 'call', line: slashTexts.lines.explain },
  { name: 'undo', other: [], argument: null, line: slashTexts.lines.undo },
  { name: 'stop', other: [], argument: null, line: slashTexts.lines.stop },
  { name: 'new', other: [], argument: null, line: slashTexts.lines.new },
]

export type ParsedSlash =
  | { readonly kind: 'command'; readonly command: SlashCommand; readonly argument: string }
  | { readonly kind: 'unknown'; readonly name: string }

/** A message as a command; null if it is an ordinary one. A path such as `/etc/hosts` is ordinary text. */
export function parseSlash(text: string): ParsedSlash | null {
  const match = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim())
  if (match === null) return null
  const name = match[1] ?? ''
  const command = SLASH_COMMANDS.find((other) => other.name === name || other.other.includes(name))
  return command === undefined
    ? { kind: 'unknown', name }
    : { kind: 'command', command, argument: (match[2] ?? '').trim() }
}

/** Commands that the text may become: while the name is being typed, and nothing after it. */
export function suggestSlash(text: string): readonly SlashCommand[] {
  const match = /^\/([a-z]*)$/.exec(text)
  if (match === null) return []
  const start = match[1] ?? ''
  return SLASH_COMMANDS.filter(({ name, other }) => [name, ...other].some((word) => word.startsWith(start)))
}
