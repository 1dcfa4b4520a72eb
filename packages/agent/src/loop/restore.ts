import type { StoredCall } from '../call.ts'
import { LOAD_TOOLS } from '../toolbelt/disclosure.ts'
import type { Level, LevelTools } from './level.ts'
import { RUN_SUBTASK, type Turn } from './turn.ts'

/** What a finished call left in the memory of the turn, loaded, or handed in, is put back when the turn is taken up again. */
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

function groupsIn(args: unknown): readonly string[] {
  if (typeof args !== 'object' || args === null || !('groups' in args) || !Array.isArray(args.groups))
    return []
  return args.groups.filter((group): group is string => typeof group === 'string')
}

function isEntry(args: unknown): args is { readonly key: string; readonly value: string } {
  if (typeof args !== 'object' || args === null || !('key' in args) || !('value' in args)) return false
  return typeof args.key === 'string' && typeof args.value === 'string'
}
