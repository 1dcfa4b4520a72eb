import type { Place } from '@countersign/policy'
import type { CallId, ThreadId, UserId } from '@countersign/protocol'
import type { Call, CallResult, Target } from '../call/call.ts'
import type { HandLease } from '../ports.ts'
import type { Tool } from '../toolbelt/tool.ts'
import { parseCall, Toolbelt } from '../toolbelt/toolbelt.ts'
import { pass } from './gate.ts'
import type { GateParts } from './parts.ts'
import { staleText } from './stale-target.ts'

/** An act by hand. */
export interface HandAct {
  readonly lease: HandLease
  /** The thread that its rows belong to. */
  readonly threadId: ThreadId
  readonly person: UserId
  readonly tool: Tool
  readonly args: unknown
  readonly place: Place
  readonly signal: AbortSignal
  /** Files as the person saw them: if one has changed since, nothing happens. */
  readonly expects?: readonly Target[]
}

/** How an act by hand ended, and the call that it became. */
export type HandResult = CallResult & { readonly callId: CallId }

/**
 * Runs a tool for a person on the same path as every call: it is frozen, decided, applied, run once and recorded. Rules and modes bind the
 * agent, not the person, so nobody is asked.
 */
export async function byHand(parts: GateParts, act: HandAct): Promise<HandResult> {
  const { lease, threadId, person, tool, place, signal } = act
  if (parts.ids === undefined) throw new Error('what is done by hand needs an id')
  const id = parts.ids.call()
  const asked = { providerId: id, name: tool.name, input: JSON.stringify(act.args ?? {}) }
  const owner = { turnId: null, handId: lease.handId }
  const origin = { id, threadId, ...owner, parentId: null, depth: 0, place }
  const parsed = await parseCall(new Toolbelt([tool]), asked, origin)
  const { call } = parsed
  const rejected = parsed.ok ? staleFor(call, act) : parsed.result
  if (rejected !== undefined) {
    await parts.calls.recordRejected(lease, call, rejected)
    return { ...rejected, callId: id }
  }
  const request = { lease, call, tool, place, parents: [], signal, isNew: true, byHand: person }
  return { ...(await pass(parts, request)), callId: id }
}

/** Fails if a file is not as the person saw it. */
function staleFor({ targets }: Call, { expects = [] }: HandAct): CallResult | undefined {
  const hashes = new Map(targets.map(({ path, hash }) => [path, hash]))
  const other = expects.find(({ path, hash }) => hashes.get(path) !== hash)
  return other && { state: 'failed', code: 'stale', text: staleText(other.path) }
}
