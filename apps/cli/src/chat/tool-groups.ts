import type { ToolView } from '@countersign/protocol'
import { visibleLine } from './visible.ts'

/** Tools by group and source, under a heading each; the model sees some only after loading their group. */
export function toolGroups(tools: readonly ToolView[]): readonly (readonly [string, readonly ToolView[]])[] {
  return [...Map.groupBy(tools, headingOf)]
}

function headingOf({ group, source, on_request }: ToolView): string {
  return `${visibleLine(group)} · ${visibleLine(source)}${on_request === true ? ' (once loaded)' : ''}`
}
