import type { Decision, Specifier } from '@countersign/policy'
import { hunksOf, type CallBody } from '@countersign/protocol'
import type { Call, CallResult, Target } from '../call.ts'
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
    const { path, now } = changed
    if (now === undefined) return { state: 'failed', code: 'stale', text: staleText(path) }
    const { shownBy } = passenger.tool
    const judge = shownBy && (await judging(parts, passenger, shownBy))
    const change = judge === undefined ? '' : shownChange(passenger.call, now, judge)
    return { state: 'failed', code: 'stale', text: staleText(path, change), found: now.body }
  } catch (cause) {
    signal.throwIfAborted()
    const message = cause instanceof Error ? cause.message : String(cause)
    const text = `did not run: \`${passenger.tool.name}\` could not look at it again: ${message}`
    return { state: 'failed', code: 'tool_error', text }
  }
}

interface Changed {
  readonly path: string
  /** As it would be proposed now. Undefined: it would not be. */
  readonly now?: Inspection
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
  if (changed === undefined) return undefined
  if (isAboutTheSame(call, now) && tool.holds(call, now, { person: byPerson })) return undefined
  return { path: changed.path, now }
}

/** False: its path leads to another place now. What is there is nothing that was asked about. */
export function isAboutTheSame({ targets }: Call, now: Inspection): boolean {
  return targets.every(({ path }) => now.targets.some((target) => target.path === path))
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

/** What became of a file, for the model: as far as the policy of now lets the tool that reads files see the very file that was looked at. */
export function shownChange(call: Call, now: Inspection, judge: (specifier: Specifier) => Decision): string {
  return isAboutTheSame(call, now) && judge(now.specifier).verdict === 'run'
    ? difference(call.body, now.body)
    : ''
}

/** What became of a file between the two: lines that went and came, with their numbers. */
function difference(shown: CallBody, found: CallBody): string {
  if (shown.kind !== 'write' || found.kind !== 'write') return ''
  const lines = hunksOf(shown.before, found.before ?? '').flatMap(({ line, removed, added }) => [
    `@@ line ${line + 1} @@`,
    ...removed.map((text) => `-${text.trimEnd()}`),
    ...added.map((text) => `+${text.trimEnd()}`),
  ])
  const text = lines.join('\n')
  return text.length <= DIFFERENCE ? text : `${text.slice(0, DIFFERENCE)}\n[cut]`
}
