import type { DiskFacts, Place, PolicyCall } from '../model/call.ts'
import type { Row, Subject } from '../model/subject.ts'
import type { ShellPart } from '../model/part.ts'

/** The data that all subjects of one command share. */
export interface Around {
  readonly tool: string
  readonly row: Row
  readonly place: Place
  /** The findings of the tool's inspection about the paths that the command names. */
  readonly disk: DiskFacts
}

export function around({ tool, place, specifier }: PolicyCall): Around {
  // A shell never only reads, whatever the tool declares: the tables decide that for each command.
  const row = tool.category === 'read' ? 'execute' : tool.category
  const { disk = {} } = specifier.kind === 'shell' ? specifier : {}
  return { tool: tool.name, row, place, disk }
}

/** The fields that the subject of every part has. */
export function partBase(
  part: ShellPart,
  { tool, row }: Around,
  label: string,
): Pick<Subject, 'label' | 'range' | 'carriers' | 'tools' | 'row'> {
  return { label, range: part.range, carriers: part.carriers, tools: { may: [tool], must: [tool] }, row }
}
