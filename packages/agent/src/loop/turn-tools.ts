import { Disclosure, disclosureTools } from '../toolbelt/disclosure.ts'
import type { ToolSketch } from '../toolbelt/tool.ts'
import { Toolbelt } from '../toolbelt/toolbelt.ts'
import { memoryTools, TurnMemory } from './memory.ts'
import { subtaskSketch } from './subtask.ts'

/** The tools that every turn has in addition to its belt, for lists: memory, sub-agents, loading tools. */
export function turnTools(): readonly ToolSketch[] {
  const disclosure = new Disclosure(new Toolbelt([]), { all: false })
  return [...memoryTools(new TurnMemory()), subtaskSketch, ...disclosureTools(() => disclosure)]
}
