import { canonicalMode } from '@countersign/policy'
import { workflowRoutes, type TriggerView, type TriggerWhen } from '@countersign/protocol'
import { misfit, readGraph, type Graph, type Json } from '@countersign/workflow'
import type { Host } from '../../../platform/host.ts'
import { PAUSED } from '../../../platform/paused.ts'
import { Content, DONE, refuse, route, type Refused, type Route } from '../../../platform/route.ts'
import { changeSetting } from '../../../platform/setting.ts'
import type { Parts } from '../parts.ts'
import { modeRefusal, noVersion, ownVersion } from '../workflow-routes.ts'
import type { TriggerRow } from './stored-triggers.ts'
import { QUEUED } from './fire.ts'
import { nextTime, scheduleProblem } from './times.ts'
import type { Triggers } from './triggers.ts'
import { checkHook } from './webhook.ts'

const secretName = (id: string) => `hook:${id}`

/** Routes to add and change triggers. */
export function triggerRoutesOf(host: Host, parts: Parts, triggers: Triggers): readonly Route[] {
  const { stored } = triggers
  const { publicUrl } = host.config
  const viewOf = ({ spec, owner: _owner, queued: _queued, ...row }: TriggerRow): TriggerView => ({
    ...row,
    when: spec,
    address: spec.kind === 'webhook' && publicUrl !== undefined ? `${publicUrl}/hooks/${row.id}` : null,
  })
  /** Why a trigger is not possible; undefined if it is. */
  const problemOf = (when: TriggerWhen): Refused | undefined => {
    const problem = when.kind === 'schedule' ? scheduleProblem(when) : undefined
    if (problem !== undefined) return refuse(400, 'bad_schedule', problem)
    if (when.kind === 'webhook' && publicUrl === undefined)
      return refuse(409, 'no_public_address', 'webhooks need a public address: set `COUNTERSIGN_PUBLIC_URL`')
    return undefined
  }
  const first = (when: TriggerWhen) =>
    when.kind === 'schedule' ? nextTime(when, host.clock.now(), null) : null
  return [
    route(workflowRoutes.triggers, async ({ actor, query }) => ({
      triggers: (await stored.list(actor.user, query.workflow_id)).map(viewOf),
      all_paused: await triggers.isPaused(),
    })),
    route(workflowRoutes.addTrigger, async ({ actor, body }) => {
      const { workflow_id, hash, when, inputs, mode, overlap } = body
      if ((await ownVersion(parts, actor.user, workflow_id, hash)) === undefined) return noVersion()
      const problem = problemOf(when) ?? (await modeRefusal(body.mode))
      if (problem) return problem
      const row = await stored.add(actor.user, {
        workflow_id,
        hash,
        spec: when,
        inputs,
        mode: canonicalMode(mode),
        overlap,
        next_at: first(when),
      })
      await host.store.audit.note(actor.user, 'workflows.trigger_added', {
        trigger: row.id,
        workflow: workflow_id,
        hash,
        kind: when.kind,
        mode: row.mode,
      })
      const secret = when.kind === 'webhook' ? host.chance.secret() : null
      if (secret !== null) await host.vault.keep(secretName(row.id), secret)
      return { trigger: viewOf(row), secret }
    }),
    route(workflowRoutes.changeTrigger, async ({ actor, params, body }) => {
      const row = await stored.get(actor.user, params.id)
      if (row === undefined) return noTrigger()
      const { hash, when, paused } = body
      if (hash !== undefined && (await ownVersion(parts, actor.user, row.workflow_id, hash)) === undefined)
        return noVersion()
      const problem = (when && problemOf(when)) ?? (await modeRefusal(body.mode))
      if (problem) return problem
      const goesOn = paused === false && row.paused
      const changed = await stored.change(row.id, {
        ...(hash === undefined ? {} : { hash }),
        ...(when === undefined ? {} : { spec: when }),
        ...(body.inputs === undefined ? {} : { inputs: body.inputs }),
        ...(body.mode === undefined ? {} : { mode: canonicalMode(body.mode) }),
        ...(body.overlap === undefined ? {} : { overlap: body.overlap }),
        ...(paused === undefined ? {} : { paused, why_paused: null }),
        // Firings from before the pause are out of date.
        ...(goesOn ? { failures: 0, queued: [] } : {}),
        ...(goesOn || when !== undefined ? { next_at: first(when ?? row.spec) } : {}),
      })
      if (changed === undefined) return noTrigger()
      await host.store.audit.note(actor.user, 'workflows.trigger_changed', {
        trigger: row.id,
        hash: changed.hash,
        mode: changed.mode,
        paused: changed.paused,
      })
      return { trigger: viewOf(changed) }
    }),
  ]
}

/** Routes to remove triggers, to pause everything, and to receive webhooks. */
export function hookRoutesOf(host: Host, parts: Parts, triggers: Triggers): readonly Route[] {
  const { stored } = triggers
  const { publicUrl } = host.config
  return [
    route(workflowRoutes.removeTrigger, async ({ actor, params }) => {
      if (!(await stored.remove(actor.user, params.id))) return noTrigger()
      await host.vault.remove(secretName(params.id))
      return DONE
    }),
    route(workflowRoutes.pauseAll, async ({ actor, body: { paused } }) => {
      await changeSetting(host.store.settings, PAUSED, { user: actor.user, value: paused })
      if (paused) await stopRuns(host, parts, actor.user)
      if (paused) await host.paused(actor)
      return { all_paused: paused }
    }),
    route(workflowRoutes.hook, async ({ params, request }) => {
      const trigger = await stored.find(params.id)
      const kept = await host.vault.read(secretName(params.id))
      const isThere = trigger?.spec.kind === 'webhook' && kept.kind === 'secret' && publicUrl !== undefined
      const checked = isThere
        ? checkHook(kept.secret, request.bytes, (name) => request.header(name), host.clock.now())
        : { ok: false as const, message: 'the signature does not match' }
      // A caller that cannot sign does not learn which triggers exist.
      if (!checked.ok || trigger === undefined)
        return refuse(401, 'unauthorized', 'the signature does not match')
      if (trigger.paused || (await triggers.isPaused()))
        return refuse(409, 'paused', 'this trigger is paused')
      const version = await parts.workflows.version(trigger.workflow_id, trigger.hash)
      const read = version && readGraph(version.graph)
      if (read?.ok !== true) return refuse(409, 'no_version', 'the version of this trigger does not exist')
      const inputs = hookInputs(read.value, request.bytes, trigger.inputs)
      if (!inputs.ok) return refuse(400, 'bad_message', inputs.message)
      const started = await triggers.fire(trigger, {
        key: checked.key,
        startedBy: 'webhook',
        inputs: inputs.values,
      })
      if (!started.ok && started.code === QUEUED) return new Content({ queued: true }, {}, 202)
      if (!started.ok) return refuse(409, started.code, started.message)
      return new Content({ run_id: started.runId }, {}, 202)
    }),
  ]
}

type HookInputs =
  | { readonly ok: true; readonly values: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string }

/** The fields of the body that are inputs of the graph, each validated against its schema; an input named `body` gets the whole body. */
function hookInputs({ inputs }: Graph, bytes: Buffer, given: Readonly<Record<string, unknown>>): HookInputs {
  let body: Json
  try {
    body = JSON.parse(bytes.toString('utf8')) as Json // any JSON; it is checked below
  } catch {
    return { ok: false, message: 'the body is not JSON' }
  }
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  const values: Record<string, unknown> = {}
  for (const [name, { schema, default: standard }] of Object.entries(inputs)) {
    const value =
      name === 'body' ? body : Object.hasOwn(fields, name) ? (Reflect.get(fields, name) as Json) : undefined // a field of JSON
    if (value === undefined) {
      if (standard === undefined && !Object.hasOwn(given, name))
        return { ok: false, message: `\`${name}\` is missing` }
      continue
    }
    const problem = misfit(value, schema)
    if (problem !== undefined) return { ok: false, message: `\`${name}\`: ${problem}` }
    values[name] = value
  }
  return { ok: true, values }
}

/** Stops every standalone run. A run inside a thread is part of a conversation, and is stopped there. */
async function stopRuns(host: Host, { runs }: Parts, user: TriggerRow['owner']): Promise<void> {
  for (const thread of await runs.openAlone(user)) await host.store.turns.stop(user, thread)
}

function noTrigger(): Refused {
  return refuse(404, 'not_found', 'there is no such trigger')
}
