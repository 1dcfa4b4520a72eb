import type { Decision, Specifier } from '@countersign/policy'
import { hunksOf, type CallBody } from '@countersign/protocol'
import type { Call, CallResult, Target } from '../call/call.ts'
import { canonicalJson } from '@countersign/protocol/canonical'
import { unlessAborted } from '../on-abort.ts'
import type { CallNature, Inspection } from '../toolbelt/inspection.ts'
import type { Tool } from '../toolbelt/tool.ts'
import { judging } from './judge.ts'
import type { GateParts, GateRequest } from './parts.ts'

/** Why a call may no longer run: a target file changed so that the card no longer holds, or its tool failed to inspect it. */
export async function staleTarget(
  parts: GateParts,
  request: GateRequest,
  { byPerson }: { readonly byPerson: boolean },
): Promise<CallResult | undefined> {
  const { call, tool, signal } = request
  try {
    const changed = await unlessAborted(signal, changedTarget(request, byPerson))
    if (changed === undefined) return undefined
    const { path, now, refusal } = changed
    if (refusal !== undefined) return { state: 'failed', code: 'stale', text: `did not run: ${refusal}` }
    if (now === undefined) return { state: 'failed', code: 'stale', text: staleText(path) }
    const judge = tool.shownBy && (await judging(parts, request, tool.shownBy))
    const change = judge === undefined ? '' : shownChange(call, now, judge)
    return { state: 'failed', code: 'stale', text: staleText(path, change), found: now.body }
  } catch (cause) {
    signal.throwIfAborted()
    const message = cause instanceof Error ? cause.message : String(cause)
    const text = `did not run: \`${tool.name}\` could not look at it again: ${message}`
    return { state: 'failed', code: 'tool_error', text }
  }
}

interface Changed {
  readonly path: string
  /** The call as it would be proposed now. Undefined: it would not be. */
  readonly now?: Inspection
  /** Why its tool would refuse it now. */
  readonly refusal?: string | undefined
}

/** The first target that changed since the call was proposed, unless the signed effect would still be the same. */
async function changedTarget(
  { tool, call, place }: GateRequest,
  byPerson: boolean,
): Promise<Changed | undefined> {
  const parsed = tool.parse(call.args)
  if ('error' in parsed) return { path: call.specifierText }
  const now = await parsed.inspect(place, undefined, call)
  if (tool.isInspected && !isWhatItWas(call, tool, now, tool.natureOf(parsed, now)))
    return { path: call.specifierText, refusal: now.refusal?.text }
  const changed = firstChanged(call.targets, now)
  if (changed === undefined) return undefined
  if (isAboutTheSame(call, now) && tool.holds(call, now, { person: byPerson })) return undefined
  return { path: changed.path, now }
}

/**
 * Whether the call still is what it was. False: with the current files, rules would match another text, or its category, its
 * destructiveness or its needs differ.
 */
function isWhatItWas(
  { facts, needs, specifier }: Call,
  tool: Tool,
  now: Inspection,
  nature: CallNature | { readonly error: string },
): boolean {
  if ('error' in nature) return false
  return (
    canonicalJson(now.specifier) === canonicalJson(specifier) &&
    nature.facts.category === facts.category &&
    nature.facts.destructive === facts.destructive &&
    String(nature.needs) === String(needs ?? tool.capabilities)
  )
}

/** Whether the paths still lead to the same files. False: one leads elsewhere, and no person was asked about that file. */
export function isAboutTheSame({ targets }: Call, now: Inspection): boolean {
  return targets.every(({ path }) => now.targets.some((target) => target.path === path))
}

function firstChanged(targets: readonly Target[], now: Inspection): Target | undefined {
  const hashes = new Map(now.targets.map(({ path, hash }) => [path, hash]))
  return targets.find(({ path, hash }) => hashes.get(path) !== hash)
}

/** The text that the model reads for a stale call. */
export function staleText(path: string, change = ''): string {
  const text = `did not run: \`${path}\` changed after this call was proposed; read it again and propose it again`
  return change === '' ? text : `${text}. What changed:\n${change}`
}

/** Longest difference that the model reads, in characters. */
const DIFFERENCE = 2000

/** How a file changed, for the model, if the current policy lets the reading tool show that file. */
export function shownChange(call: Call, now: Inspection, judge: (specifier: Specifier) => Decision): string {
  return isAboutTheSame(call, now) && judge(now.specifier).verdict === 'run'
    ? difference(call.body, now.body)
    : ''
}

/** How a file changed between the two: removed and added lines with their numbers. */
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
