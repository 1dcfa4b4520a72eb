import { hunksOf, type CallBody } from '@countersign/protocol'
import type { CallResult, Target } from '../call.ts'
import { unlessAborted } from '../on-abort.ts'
import type { Inspection } from '../toolbelt/inspection.ts'
import { judging } from './judge.ts'
import type { GateParts, Passenger } from './parts.ts'

/** Why a call may not run any more: what it was proposed against has changed so that it does not hold, or its tool cannot say. */
export async function staleTarget(
  parts: GateParts,
  passenger: Passenger,
  { byPerson, signal }: { readonly byPerson: boolean; readonly signal: AbortSignal },
): Promise<CallResult | undefined> {
  if (passenger.call.targets.length === 0) return undefined
  try {
    const changed = await unlessAborted(signal, changedTarget(passenger, byPerson))
    if (changed === undefined) return undefined
    const { path, found } = changed
    const judge = passenger.tool.shownBy && (await judging(parts, passenger, passenger.tool.shownBy))
    const mayShow = judge?.(passenger.call.specifier).verdict === 'run'
    const text = staleText(path, mayShow ? difference(passenger.call.body, found) : '')
    return { state: 'failed', code: 'stale', text, ...(found ? { found } : {}) }
  } catch (cause) {
    signal.throwIfAborted()
    const message = cause instanceof Error ? cause.message : String(cause)
    const text = `did not run: \`${passenger.tool.name}\` could not look at it again: ${message}`
    return { state: 'failed', code: 'tool_error', text }
  }
}

interface Changed {
  readonly path: string
  /** What a person would be shown now. */
  readonly found?: CallBody
}

/** The first file that is not as it was when the call was proposed, unless what was signed holds all the same. */
async function changedTarget(
  { tool, call, place }: Passenger,
  byPerson: boolean,
): Promise<Changed | undefined> {
  const parsed = tool.parse(call.args)
  if ('error' in parsed) return { path: call.specifierText }
  const now = await parsed.inspect(place)
  const changed = firstChanged(call.targets, now)
  if (changed === undefined || tool.holds(call, now, { person: byPerson })) return undefined
  return { path: changed.path, found: now.body }
}

function firstChanged(targets: readonly Target[], now: Inspection): Target | undefined {
  const hashes = new Map(now.targets.map(({ path, hash }) => [path, hash]))
  return targets.find(({ path, hash }) => hashes.get(path) !== hash)
}

/** What the model is told of a call that does not hold any more. */
export function staleText(path: string, change = ''): string {
  const text = `did not run: \`${path}\` changed after this call was proposed; read it again and propose anew`
  return change === '' ? text : `${text}. What changed:\n${change}`
}

/** Most characters of a difference that the model is told. */
const DIFFERENCE = 2000

/** What became of a file between the two: lines that went and came, with their numbers. */
export function difference(shown: CallBody, found: CallBody | undefined): string {
  if (shown.kind !== 'write' || found?.kind !== 'write') return ''
  const lines = hunksOf(shown.before, found.before ?? '').flatMap(({ line, removed, added }) => [
    `@@ line ${line + 1} @@`,
    ...removed.map((text) => `-${text.trimEnd()}`),
    ...added.map((text) => `+${text.trimEnd()}`),
  ])
  const text = lines.join('\n')
  return text.length <= DIFFERENCE ? text : `${text.slice(0, DIFFERENCE)}\n[cut]`
}
