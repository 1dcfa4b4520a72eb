import type { StoredCall } from '../call/call.ts'
import { LOAD_TOOLS } from '../toolbelt/disclosure.ts'
import type { JournalEntry } from './journal.ts'
import type { Level, LevelTools } from './level.ts'
import { RUN_SUBTASK, type Turn } from './turn.ts'

/** Restores the effects of a finished call on the turn's memory, loaded tools and submitted result when a turn is resumed. */
export function restore(
  turn: Turn,
  level: Level,
  { tools, known }: { readonly tools: LevelTools; readonly known: StoredCall },
): void {
  const { tool, args, id } = known.call
  if (known.state === 'failed') level.finish?.refused(tool)
  if (known.state !== 'succeeded') return
  if (known.result) level.finish?.restore(tool, known.result.text)
  if (tool === RUN_SUBTASK && known.result) turn.memory.write(`task:${id}`, known.result.text)
  if (tool === 'memory_write' && isEntry(args)) turn.memory.write(args.key, args.value)
  if (tool === LOAD_TOOLS) tools.disclosure.load(groupsIn(args))
}

/**
 * Counts the changes that a turn's calls made before it was resumed, at every level, before any call is walked again: otherwise a later
 * call would pass for the first one. Rejected calls changed nothing and have no decision.
 */
export async function countWrites(turn: Turn, journal: readonly JournalEntry[]): Promise<void> {
  if (turn.limits.writes === null) return
  const calls = journal.flatMap((entry) => (entry.kind === 'model' ? entry.calls : []))
  for (const { id } of calls) {
    const known = await turn.parts.gate.calls.find(id)
    if (known && known.decision !== null && known.call.facts.category !== 'read') turn.budget.spend('writes')
  }
}

function groupsIn(args: unknown): readonly string[] {
  if (typeof args !== 'object' || args === null || !('groups' in args) || !Array.isArray(args.groups))
    return []
  return args.groups.filter((group): group is string => typeof group === 'string')
}

function isEntry(args: unknown): args is { readonly key: string; readonly value: string } {
  if (typeof args !== 'object' || args === null || !('key' in args) || !('value' in args)) return false
  return typeof args.key === 'string' && typeof args.value === 'string'
}
