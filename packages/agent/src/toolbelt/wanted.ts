import { JournalledAsk, readArguments } from '../call/asked-call.ts'
import type { JournalledCall, Through } from '../call/call.ts'
import type { Tool } from './tool.ts'
import { toolNamed, type ReadBelt } from './toolbelt.ts'

/** A call of a model and the tool that it is for. */
export interface Wanted {
  readonly asked: JournalledCall
  /** Undefined: the belt has no such tool. */
  readonly tool: Tool | undefined
  readonly through?: Through
}

/** What a model's call asks for: the call itself, or the call of another tool that takes its place and that the belt has. */
export function wantedIn(belt: Pick<ReadBelt, 'byName'>, asked: JournalledCall): Wanted {
  const tool = toolNamed(belt, asked.name)
  const args = tool && readArguments(asked)
  const other = args?.ok === true ? tool?.standsFor(args.value) : undefined
  const replacement = other && belt.byName.get(other.tool)
  if (other === undefined || replacement === undefined) return { asked, tool }
  const { id, providerId } = asked
  const input = JSON.stringify(other.input)
  return {
    asked: new JournalledAsk(id, { providerId, name: replacement.name, input }),
    tool: replacement,
    through: other.through,
  }
}
