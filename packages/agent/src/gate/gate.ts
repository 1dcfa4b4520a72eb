import type { CallResult, StoredCall } from '../call/call.ts'
import type { Answered, Tool } from '../toolbelt/tool.ts'
import { parseCall, Toolbelt } from '../toolbelt/toolbelt.ts'
import { apply, applyAtOnce, type Applied, type ApplyInput, type LetRun } from './apply.ts'
import { countersign, isCountersigned } from '../call/countersign.ts'
import { decideCall, extraOf, failsWithoutAsking, missingCapability, type PolicyDecision } from './judge.ts'
import type { CallHooks, GateParts, GateRequest } from './parts.ts'
import { runContext } from './run-context.ts'
import { runTool } from './run-tool.ts'
import { verify } from './verify.ts'
import { endedText, unfinished } from './words.ts'

/**
 * The one path of every call: decide, propose, ask, apply, record. Returns the result. A resumed turn takes the same path: a stored call
 * continues from its state and is never proposed, asked or begun twice. Rejects only if the signal aborts before the call began, or if the
 * store cannot be reached.
 */
export async function pass(
  parts: GateParts,
  request: GateRequest,
  hooks: CallHooks = {},
): Promise<CallResult> {
  const known = request.isNew === true ? undefined : await parts.calls.find(request.call.id)
  let at: Applied = known ? { kind: 'stored', stored: known } : await propose(parts, request, hooks)
  while (at.kind === 'stored') at = await goOn(parts, request, hooks, at)
  const { kind } = at
  return kind === 'ended' ? at.result : inTurn(hooks, () => record(parts, request, hooks, at.by))
}

/**
 * Decides a new call and stores it with its decision, in one transaction. A call that may run and need not wait is applied first, and
 * begins in the same transaction.
 */
async function propose(parts: GateParts, request: GateRequest, hooks: CallHooks): Promise<Applied> {
  const { calls } = parts
  const { lease, call } = request
  const decided = await decideCall(parts, request)
  const { decision } = decided
  const lacks = parts.capabilities && (await missingCapability(parts, request, decided.version))
  const refused = lacks ?? failsWithoutAsking(call, decision)
  const runs = decision.verdict === 'run' && refused === undefined && request.isNew === true
  let begins: LetRun | undefined
  const write = async ({ mayBegin }: { readonly mayBegin: boolean }): Promise<StoredCall> => {
    begins = runs && mayBegin ? await applyAtOnce(parts, request, decided) : undefined
    if (begins) return calls.propose(lease, call, begins.decision, extraOf(request, begins, beginOf(begins)))
    const extra = extraOf(request, decided)
    // An act by hand happens now or not at all.
    const failed = refused ?? (runs && request.byHand !== undefined ? CHANGED : undefined)
    return calls.propose(lease, call, decision, failed ? { ...extra, refused: failed } : extra)
  }
  const stored = await (hooks.propose?.(write) ?? write({ mayBegin: true }))
  return begins && stored.state === 'running'
    ? { kind: 'begun', by: begins }
    : { kind: 'stored', stored, decided }
}

const CHANGED: CallResult = {
  state: 'failed',
  code: 'stale',
  text: 'did not run: what it is about changed at this moment; look at it again',
}

/** The store begins a call only if the thread still has this mode and, if named, this version of its policy. */
function beginOf({ policy, version }: PolicyDecision): { readonly mode: string; readonly version?: string } {
  const mode = policy.mode.name
  return version === undefined ? { mode } : { mode, version }
}

/** Advances a stored call by one state. */
async function goOn(
  parts: GateParts,
  request: GateRequest,
  hooks: CallHooks,
  input: ApplyInput,
): Promise<Applied> {
  const { stored } = input
  switch (stored.state) {
    case 'waiting':
      hooks.waiting?.()
      return { ...input, kind: 'stored', stored: await parts.answers.settled(stored.call.id, request.signal) }
    case 'approved':
      request.signal.throwIfAborted()
      return inTurn(hooks, () => applyAndRecord(parts, request, hooks, input))
    case 'running':
      // A call that was begun here is recorded without coming back to this place, so a running one belongs to another process.
      return ended({ state: 'interrupted', code: 'interrupted', text: endedText('interrupted', null) })
    case 'interrupted':
      return verify(parts, request, stored)
    case 'proposed':
    case 'succeeded':
    case 'failed':
    case 'blocked':
    case 'denied':
    case 'expired':
    case 'cancelled':
    case 'abandoned':
      return ended(stored.result ?? unfinished(stored))
  }
}

function inTurn<T>(hooks: CallHooks, work: () => Promise<T>): Promise<T> {
  return hooks.run?.(work) ?? work()
}

/** Both run inside one `run` hook, so that the call keeps its locks and its place until it has ended. */
async function applyAndRecord(
  parts: GateParts,
  request: GateRequest,
  hooks: CallHooks,
  input: ApplyInput,
): Promise<Applied> {
  const applied = await apply(parts, request, input)
  return applied.kind === 'begun' ? ended(await record(parts, request, hooks, applied.by)) : applied
}

/** Signs a call that has begun, runs its tool and records how it ended. */
function record(parts: GateParts, request: GateRequest, hooks: CallHooks, by: LetRun): Promise<CallResult> {
  const ask = (question: Tool, input: unknown) => askPerson(parts, request, { question, input })
  const context = runContext(parts, request, hooks, { by, ask })
  const signed = countersign(request.call)
  if (!isCountersigned(signed)) throw new Error('a call that was not countersigned reached the tools')
  return runTool(parts, request, { signed, context })
}

const UNANSWERED: Answered = { allowed: false, answered: false, words: '' }

/** A running call asks a person something: the question is a call below it, which only a person can allow. */
async function askPerson(
  parts: GateParts,
  above: GateRequest,
  { question, input }: { readonly question: Tool; readonly input: unknown },
): Promise<Answered> {
  // A person who acts by hand is not asked about it on a card.
  if (!parts.ids || above.byHand !== undefined) return UNANSWERED
  const { threadId, turnId, depth, id: parentId } = above.call
  const { lease, place, parents, signal } = above
  const id = parts.ids.call()
  const asked = { providerId: id, name: question.name, input: JSON.stringify(input) }
  const origin = { id, threadId, turnId, parentId, depth: depth + 1, place }
  const parsed = await parseCall(new Toolbelt([question]), asked, origin)
  if (!parsed.ok) return UNANSWERED
  const request = { lease, call: parsed.call, tool: question, place, parents, signal, isNew: true }
  const result = await pass(parts, request)
  const stored = await parts.calls.find(id)
  const allowed = result.state === 'succeeded'
  const answered = allowed || result.state === 'denied'
  return { allowed, answered, words: stored?.signature?.feedback ?? '' }
}

function ended(result: CallResult): Applied {
  return { kind: 'ended', result }
}
