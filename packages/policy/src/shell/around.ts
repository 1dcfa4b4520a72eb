import type { Place, PolicyCall } from '../call.ts'
import type { Row, Subject } from '../subject.ts'
import type { ShellPart } from './part.ts'

/** What all subjects of one command share. */
export interface Around {
  readonly tool: string
  readonly row: Row
  readonly place: Place
}

export function around({ tool, place }: PolicyCall): Around {
  // A shell never only reads, whatever the tool says of itself: the tables decide that for each command.
  const row = tool.category === 'read' ? 'execute' : tool.category
  return { tool: tool.name, row, place }
}

/** The fields that the subject of every part has. */
export function partBase(
  part: ShellPart,
  { tool, row }: Around,
  label: string,
): Pick<Subject, 'label' | 'range' | 'carriers' | 'tools' | 'row'> {
  return { label, range: part.range, carriers: part.carriers, tools: { may: [tool], must: [tool] }, row }
}
