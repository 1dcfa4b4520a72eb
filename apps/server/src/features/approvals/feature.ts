import { formatRule, parseRule } from '@countersign/policy'
import { approvalCommands, approvalRoutes, type UserId } from '@countersign/protocol'
import type { z } from 'zod'
import type { GivenAnswer } from '../../gate/ports.ts'
import { command, OK, refuseCommand, type SocketCommand } from '../../platform/command.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Host } from '../../platform/host.ts'
import { refuse, route, type Route } from '../../platform/route.ts'
import { callHistory } from '../../store/call/call-history.ts'
import type { UndoTarget } from '../../checkpoints/ports.ts'
import { undoOf, type Undo } from '../../checkpoints/undo.ts'

/** Questions per page of the waiting list. */
const WAITING_PAGE = 1000

/** Cards and their answers, past calls, and undoing a call. */
export const approvals: Feature = {
  name: 'approvals',
  start(host) {
    const undo = undoOf(host.checkpoints, host.store.undo)
    return {
      routes: [...callRoutes(host), ...undoRoutes(undo)],
      commands: [...answerCommands(host), ...undoCommands(undo)],
    }
  },
}

/** Maximum number of words in a search of calls. */
const WORD_LIMIT = 8

function callRoutes({ store }: Host): readonly Route[] {
  const history = callHistory(store.db)
  return [
    route(approvalRoutes.waiting, ({ actor, query: { after } }) =>
      store.approvals.waiting(actor.user, {
        limit: WAITING_PAGE,
        ...(after === undefined ? {} : { after }),
      }),
    ),
    route(approvalRoutes.calls, ({ actor, query: { state, asked, words, ...filter } }) =>
      history.page(actor.user, {
        ...filter,
        ...(state === undefined ? {} : { states: [state] }),
        ...(asked === undefined ? {} : { asked: true }),
        ...(words === undefined || words === '' ? {} : { words: words.split(/\s+/).slice(0, WORD_LIMIT) }),
      }),
    ),
    route(approvalRoutes.call, async ({ actor, params }) => {
      const call = await history.whole(actor.user, params.id)
      return call === undefined ? refuse(404, 'not_found', 'there is no such call') : { call }
    }),
    route(
      approvalRoutes.result,
      async ({ actor, params }) =>
        (await history.result(actor.user, params.id)) ??
        refuse(404, 'not_found', 'there is no such call, or it has not ended'),
    ),
    route(
      approvalRoutes.output,
      async ({ actor, params }) =>
        (await history.output(actor.user, params.id)) ??
        refuse(404, 'not_found', 'there is no such call, or its output was not saved'),
    ),
  ]
}

interface UndoOptions {
  readonly dry_run?: boolean | undefined
  readonly skip_conflicts?: boolean | undefined
}

function runUndo(undo: Undo, user: UserId, target: UndoTarget, options: UndoOptions) {
  const { dry_run: dryRun = false, skip_conflicts: skipConflicts = false } = options
  return undo.run(user, target, { dryRun, skipConflicts })
}

function undoRoutes(undo: Undo): readonly Route[] {
  const answer = async (user: UserId, target: UndoTarget, options: UndoOptions) => {
    const undone = await runUndo(undo, user, target, options)
    if (undone.ok) return { undo: undone.undo }
    return refuse(undone.code === 'not_found' ? 404 : 409, undone.code, undone.message)
  }
  return [
    route(approvalRoutes.undoCall, ({ actor, params, body }) =>
      answer(actor.user, { call: params.id }, body),
    ),
    route(approvalRoutes.undoTurn, ({ actor, params, body }) =>
      answer(actor.user, { turn: params.id }, body),
    ),
  ]
}

function undoCommands(undo: Undo): readonly SocketCommand[] {
  const answer = async (user: UserId, target: UndoTarget, options: UndoOptions) => {
    const undone = await runUndo(undo, user, target, options)
    return undone.ok
      ? ({ type: 'undone', undo: undone.undo } as const)
      : refuseCommand(undone.code, undone.message)
  }
  return [
    command(approvalCommands.undoCall, ({ actor, command: given }) =>
      answer(actor.user, { call: given.tool_call_id }, given),
    ),
    command(approvalCommands.undoTurn, ({ actor, command: given }) =>
      answer(actor.user, { turn: given.turn_id }, given),
    ),
  ]
}

type Given = z.output<typeof approvalCommands.answer.schema>

/** The answer's content beyond yes or no, interpreted by the feature of its tool. */
async function withMeaning(
  { answerMeanings, store }: Host,
  user: UserId,
  given: Given,
  answer: GivenAnswer,
): Promise<{ ok: true; answer: GivenAnswer } | { ok: false; message: string }> {
  const { grant, grant_seconds: grantSeconds, answer: said } = given
  if (grantSeconds !== undefined && grant === undefined)
    return { ok: false, message: '`grant_seconds` works only with `grant`' }
  if (grant === undefined && said === undefined) return { ok: true, answer }
  if (given.decision !== 'allow_once')
    return { ok: false, message: '`grant` and `answer` work only with `allow_once`' }
  const call = await store.calls.find(given.tool_call_id)
  const meaning = call && answerMeanings.of(call.call.tool)
  if (!call || !meaning) return { ok: false, message: 'this card accepts neither `grant` nor `answer`' }
  const extra = { grant, grantSeconds, answer: said }
  const message = await meaning.problem(call, extra)
  if (message !== undefined) return { ok: false, message }
  const also: GivenAnswer['also'] = (trx, stored) => meaning.write(trx, user, stored, extra)
  return { ok: true, answer: { ...answer, ...(said === undefined ? {} : { answer: said }), also } }
}

function answerCommands(host: Host): readonly SocketCommand[] {
  const { approvals: all } = host.store
  return [
    command(approvalCommands.answer, async ({ actor, command: given }) => {
      const read = readAnswer(given)
      if (!read.ok) return refuseCommand('bad_rule', read.message, read.position)
      const whole = await withMeaning(host, actor.user, given, read.answer)
      if (!whole.ok) return refuseCommand('bad_message', whole.message)
      const answered = await all.answer(actor.user, whole.answer)
      return answered.ok ? OK : refuseCommand(answered.code, answered.message)
    }),
    command(approvalCommands.keepWaiting, async ({ actor, command: given }) => {
      const answered = await all.keepWaiting(actor.user, given.tool_call_id)
      return answered.ok ? OK : refuseCommand(answered.code, answered.message)
    }),
    command(approvalCommands.settle, async ({ actor, command: { tool_call_id, how, hash } }) => {
      const settled = await all.settle(actor.user, { callId: tool_call_id, how, hash })
      return settled.ok ? OK : refuseCommand(settled.code, settled.message)
    }),
  ]
}

type ReadAnswer = { ok: true; answer: GivenAnswer } | { ok: false; message: string; position: number }

/** A malformed rule is rejected before anything is written. */
function readAnswer(given: Given): ReadAnswer {
  const base = {
    callId: given.tool_call_id,
    decision: given.decision,
    hash: given.hash,
    ...(given.feedback === undefined ? {} : { feedback: given.feedback }),
    ...(given.parts === undefined ? {} : { parts: given.parts }),
  }
  if (given.decision === 'allow_once' || given.decision === 'deny' || given.rule === undefined)
    return { ok: true, answer: base }
  const parsed = parseRule(given.rule)
  if (!parsed.ok) return { ok: false, message: parsed.error.message, position: parsed.error.position }
  return { ok: true, answer: { ...base, rule: formatRule(parsed.value) } }
}
