import type { StoredCall } from '../call/call.ts'
import type { StepOrigin } from '../toolbelt/toolbelt.ts'
import type { Tool } from '../toolbelt/tool.ts'
import type { Level } from './level.ts'
import type { Turn } from './turn.ts'

/** The origin of the calls of a step. */
export function originOf(
  { input }: Turn,
  { parentId, depth, within }: Pick<Level, 'parentId' | 'depth' | 'within'>,
  says = '',
): StepOrigin {
  const { threadId, turnId, place, capabilities } = input
  const node = within === undefined ? {} : { node: within.node }
  const origin = { threadId, turnId, parentId, depth, place, says, ...node }
  return capabilities === undefined ? origin : { ...origin, capabilities: capabilities() }
}

/** A call that a crash cut off and whose tool can check whether it was done; the gate lets the tool check. */
export function isToVerify({ state, call }: StoredCall): boolean {
  return state === 'interrupted' && call.repeat === 'idempotent'
}

/** Whether it may run in parallel with others of its step. Not if its tool forbids it or the model asks for one call at a time. */
export function isParallel(turn: Turn, tool: Tool | undefined): boolean {
  if (turn.parts.provider.capabilities?.parallelCalls === false) return false
  return tool === undefined || tool.parallelSafe
}

export const NO_LOCKS: readonly string[] = []

export function lockNames(turn: Turn, level: Pick<Level, 'parentId'>, tool: Tool): readonly string[] {
  if (tool.lock === undefined && isParallel(turn, tool)) return NO_LOCKS
  const serial = isParallel(turn, tool) ? [] : [`serial:${level.parentId ?? 'root'}`]
  return tool.lock === undefined ? serial : [...serial, `lock:${tool.lock}`]
}
