import { MODES } from '../../../platform/modes/modes.ts'
import { slashTyped } from '@countersign/protocol/client'
import type { SavedPrompt } from '@countersign/protocol'
import { slashTexts } from './slash-texts.ts'

/** Commands at the beginning of a message. They act here and are never sent to the agent. */
export type SlashName =
  | 'tools'
  | 'mode'
  | 'model'
  | 'compact'
  | 'plan'
  | 'rules'
  | 'explain'
  | 'undo'
  | 'stop'
  | 'new'
  | 'export'
  | 'help'

export interface SlashCommand {
  readonly name: SlashName
  readonly other: readonly string[]
  readonly argument: string | null
  readonly line: string
}

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  { name: 'tools', other: [], argument: null, line: slashTexts.lines.tools },
  {
    name: 'mode',
    other: [],
    argument: 'mode',
    line: slashTexts.lines.mode(MODES.map(({ label }) => label).join(', ')),
  },
  { name: 'model', other: [], argument: 'name', line: slashTexts.lines.model },
  { name: 'plan', other: [], argument: null, line: slashTexts.lines.plan },
  { name: 'rules', other: [], argument: null, line: slashTexts.lines.rules },
  { name: 'explain', other: ['why'], argument: 'call', line: slashTexts.lines.explain },
  { name: 'undo', other: [], argument: null, line: slashTexts.lines.undo },
  { name: 'compact', other: [], argument: 'focus', line: slashTexts.lines.compact },
  { name: 'stop', other: [], argument: null, line: slashTexts.lines.stop },
  { name: 'new', other: [], argument: null, line: slashTexts.lines.new },
  { name: 'export', other: [], argument: 'format', line: slashTexts.lines.export },
  { name: 'help', other: [], argument: null, line: slashTexts.lines.help },
]

export type ParsedSlash =
  | { readonly kind: 'command'; readonly command: SlashCommand; readonly argument: string }
  | { readonly kind: 'unknown'; readonly name: string }

/** A message as a command; null if it is an ordinary one. A path such as `/etc/hosts` is ordinary text. */
export function parseSlash(text: string): ParsedSlash | null {
  const typed = slashTyped(text)
  if (typed === null) return null
  const { name, argument } = typed
  const command = SLASH_COMMANDS.find((other) => other.name === name || other.other.includes(name))
  return command === undefined ? { kind: 'unknown', name } : { kind: 'command', command, argument }
}

/** Commands and saved prompts that the text may become: while the name is being typed, with nothing after it. */
export function suggestSlash(
  text: string,
  prompts: readonly SavedPrompt[] = [],
): readonly (SlashCommand | SavedPrompt)[] {
  const start = /^\/([a-z0-9-]*)$/.exec(text)?.[1]
  if (start === undefined) return []
  return [
    ...SLASH_COMMANDS.filter(({ name, other }) => [name, ...other].some((word) => word.startsWith(start))),
    ...prompts.filter(({ name }) => name.startsWith(start)),
  ]
}
