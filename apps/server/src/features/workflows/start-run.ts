import { parseCall, Toolbelt, type Call } from '@countersign/agent'
import { decide, type Place } from '@countersign/policy'
import { ThreadId, TurnId, type UserId } from '@countersign/protocol'
import { realpath } from 'node:fs/promises'
import type { Host } from '../../platform/host.ts'
import { CAPABILITIES_SETTING } from '../../settings/ports.ts'
import type { Trx } from '../../store/sql/database.ts'
import { readSetting, writeSetting } from '../../store/sql/settings.ts'
import { RUN_MODEL } from '../../turns/workflow-model.ts'
import { nodeRules } from './effects.ts'
import type { Parts } from './parts.ts'
import { runWorkflow } from './run-tool.ts'
import { RunInput, type Started, type StartRun, type StartWish } from './starting.ts'
import { runIdOf } from './stored-runs.ts'

export function runStarter(host: Host, parts: Parts): StartRun {
  return async (user, wish) => {
    const workspace = await realpath(wish.workspace).catch(() => wish.workspace)
    const place: Place = { workspace, cwd: workspace, home: host.home, own: [...host.own] }
    const call = await frozenCall(host, parts, user, wish, place)
    if (!call.ok) return call
    const workflow = await parts.workflows.get(user, wish.input.workflow_id)
    const rules = wish.grant === undefined ? [] : await granted(parts, user, wish.input)
    const policy = await host.policy.inFolder(user, workspace)
    const started = await host.store.runs.start(
      user,
      {
        title: workflow?.name ?? wish.input.workflow_id,
        mode: wish.mode,
        model: RUN_MODEL,
        workspace,
        callId: call.call.id,
        call: (threadId, turnId) => ({ ...call.call, threadId, turnId }),
        decision: decide({ tool: call.call.facts, specifier: call.call.specifier, place }, policy),
        by: wish.triggerId === undefined ? wish.startedBy : `trigger ${wish.triggerId}`,
      },
      async (trx, { threadId, turnId }) => {
        const runId = await parts.runs.begin(trx, user, {
          workflowId: wish.input.workflow_id,
          hash: wish.input.version,
          callId: call.call.id,
          threadId,
          turnId,
          startedBy: wish.startedBy,
          triggerId: wish.triggerId ?? null,
          ungranted: wish.ungranted === true,
          mode: wish.mode,
          // The inputs as stored in the call: large ones are files.
          inputs: RunInput.parse(call.call.args).params ?? {},
        })
        if (wish.from !== undefined) await takeCapabilities(trx, wish.from, threadId)
        if (rules.length > 0)
          await parts.grants.add(trx, user, {
            workflowId: wish.input.workflow_id,
            hash: wish.input.version,
            runCall: wish.grant === 'run' ? call.call.id : null,
            seconds: wish.grantSeconds,
            rules,
          })
        return (await wish.also?.(trx, runId)) ?? true
      },
    )
    return started === undefined
      ? { ok: false, code: 'conflict', message: 'it was already started' }
      : { ok: true, runId: runIdOf(call.call.id) }
  }
}

/** A run has its own thread, whose capabilities would be those of a new chat. */
async function takeCapabilities(trx: Trx, from: ThreadId, to: ThreadId): Promise<void> {
  const choice = await readSetting(trx, from, CAPABILITIES_SETTING)
  if (choice !== undefined) await writeSetting(trx, to, CAPABILITIES_SETTING, choice)
}

async function frozenCall(
  host: Host,
  parts: Parts,
  user: UserId,
  { input, callId }: StartWish,
  place: Place,
): Promise<{ readonly ok: true; readonly call: Call } | Extract<Started, { ok: false }>> {
  const tool = runWorkflow(parts, user)
  const id = callId ?? host.ids.call()
  // The thread and the turn are created with the call, in one transaction.
  const origin = {
    id,
    threadId: ThreadId.parse('thr_0'),
    turnId: TurnId.parse('trn_0'),
    parentId: null,
    depth: 0,
    place,
  }
  const asked = { providerId: id, name: tool.name, input: JSON.stringify(input) }
  const parsed = await parseCall(new Toolbelt([tool]), asked, origin)
  if (!parsed.ok) return { ok: false, code: parsed.result.code ?? 'unfit', message: parsed.result.text }
  const { refusal } = parsed.call
  return refusal === undefined
    ? { ok: true, call: parsed.call }
    : { ok: false, code: refusal.code, message: refusal.text }
}

async function granted(parts: Parts, user: UserId, { workflow_id, version }: StartWish['input']) {
  const found = await parts.workflows.version(workflow_id, version)
  const read = found && (await parts.library.read(user, found.graph))
  return read?.ok === true ? nodeRules(read.compiled) : []
}
