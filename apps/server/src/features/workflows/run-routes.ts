import { canonicalMode } from '@countersign/policy'
import type { StoredCall } from '@countersign/agent'
import { workflowRoutes, type NodeStateView, type RunView, type UserId } from '@countersign/protocol'
import { misfit } from '@countersign/workflow'
import { maskedValues } from './masked-values.ts'
import { undoOf } from '../../checkpoints/undo.ts'
import type { Host } from '../../platform/host.ts'
import { GRANTS_FORBIDDEN } from '../../rules/grants.ts'
import { DONE, refuse, route, type Refused, type Route } from '../../platform/route.ts'
import { problemText } from './library.ts'
import type { Parts } from './parts.ts'
import { planVersion } from './plan-version.ts'
import type { StartRun } from './starting.ts'
import { runSummary, type OpenCall, type RunRow } from './stored-runs.ts'
import { modeRefusal, noVersion, noWorkflow, ownVersion } from './workflow-routes.ts'

/** Maximum number of nodes and items that the view of a run lists. */
const NODES = 2000

/** Routes to start, view and plan runs. */
export function runRoutesOf(host: Host, parts: Parts, start: StartRun): readonly Route[] {
  const { runs, workflows, library, grants } = parts
  const viewOf = async (user: UserId, id: string): Promise<{ readonly run: RunView } | Refused> => {
    const row = await runs.get(user, id)
    return row === undefined ? noRun() : { run: await runView(parts, row) }
  }
  return [
    route(workflowRoutes.start, async ({ actor, params, body }) => {
      const { user } = actor
      const workflow = await workflows.get(user, params.id)
      if (workflow === undefined) return noWorkflow()
      if (body.grant === undefined && body.grant_seconds !== undefined)
        return refuse(400, 'bad_message', '`grant_seconds` works only with `grant`')
      if (body.grant !== undefined && (await host.policy.forbidsGrants()))
        return refuse(409, 'grants_forbidden', GRANTS_FORBIDDEN)
      const forbidden = await modeRefusal(body.mode)
      if (forbidden) return forbidden
      let version = body.version ?? workflow.head
      if (version === 'draft') {
        const read = await library.read(user, workflow.draft)
        if (!read.ok) return refuse(409, 'does_not_compile', problemText(read.problems))
        version = read.compiled.hash
        const { draft: graph } = workflow
        await workflows.addVersion(user, params.id, { hash: version, graph, message: '', named: false })
      }
      if (version === null)
        return refuse(409, 'no_version', 'this workflow has no saved version; save one first')
      const started = await start(user, {
        input: {
          workflow_id: params.id,
          version,
          params: body.inputs,
          ...(body.from_node === undefined ? {} : { from_node: body.from_node }),
          ...(body.run_id === undefined ? {} : { run_id: body.run_id }),
        },
        mode: canonicalMode(body.mode ?? 'default'),
        workspace: body.workspace ?? host.workspace,
        startedBy: 'person',
        grant: body.grant,
        grantSeconds: body.grant_seconds,
      })
      if (!started.ok) return refuse(started.code === 'not_found' ? 404 : 409, started.code, started.message)
      return viewOf(user, started.runId)
    }),
    route(workflowRoutes.runs, async ({ actor, query: { workflow_id, state, before } }) => {
      const page = await runs.list(actor.user, { workflowId: workflow_id, state, before })
      return { runs: page.runs.map(runSummary), next: page.next }
    }),
    route(workflowRoutes.run, ({ actor, params }) => viewOf(actor.user, params.id)),
    route(workflowRoutes.value, async ({ actor, params, query }) => {
      const row = await runs.get(actor.user, params.id)
      const node = row && (await runs.node(row.id, query.node, query.item ?? ''))
      const { user } = actor
      if (node === undefined)
        return refuse(404, 'not_found', 'there is no such node in this run, or it has not started')
      return {
        inputs: await parts.values.shown(user, node.inputs),
        outputs: await parts.values.shown(user, node.outputs),
      }
    }),
    route(workflowRoutes.plan, async ({ actor, params, body }) => {
      const workflow = await workflows.get(actor.user, params.id)
      if (workflow === undefined) return noWorkflow()
      const hash = body.hash ?? workflow.head
      const version =
        hash === null || hash === 'draft' ? undefined : await ownVersion(parts, actor.user, params.id, hash)
      const graph = hash === 'draft' ? workflow.draft : version?.graph
      if (graph === undefined) return noVersion()
      const read = await library.read(actor.user, graph)
      if (!read.ok) return refuse(409, 'does_not_compile', problemText(read.problems))
      const mode = body.mode === undefined ? undefined : canonicalMode(body.mode)
      const nodes = await planVersion({ host, grants, user: actor.user }, read.compiled, body.inputs, {
        mode,
        workflow: workflow.id,
      })
      return { hash: read.compiled.hash, nodes }
    }),
  ]
}

/** Routes to stop, undo and settle runs. */
export function runActRoutesOf(host: Host, parts: Parts): readonly Route[] {
  const { runs } = parts
  const undo = undoOf(host.checkpoints, host.store.undo)
  return [
    route(workflowRoutes.stop, async ({ actor, params }) => {
      const row = await runs.get(actor.user, params.id)
      if (row === undefined) return noRun()
      return (await host.store.turns.stop(actor.user, row.thread_id))
        ? DONE
        : refuse(409, 'nothing_running', 'this run has already ended')
    }),
    route(workflowRoutes.resume, async ({ actor, params }) => {
      const row = await runs.get(actor.user, params.id)
      if (row === undefined) return noRun()
      if (!(await runs.release(actor.user, row.id)))
        return refuse(409, 'nothing_held', 'this run is not waiting to be resumed')
      await host.store.audit.note(actor.user, 'workflows.run_resumed', { run: row.id })
      await parts.wakeups.fire(row.call_id)
      return DONE
    }),
    route(workflowRoutes.undo, async ({ actor, params, body }) => {
      const row = await runs.get(actor.user, params.id)
      if (row === undefined || row.turn_id === null) return noRun()
      // Its turn has calls that do not belong to the run.
      if (row.started_by === 'chat' && !row.alone)
        return refuse(409, 'in_chat', 'this run is part of a chat; undo its calls or its turn there')
      const { dry_run: dryRun = false, skip_conflicts: skipConflicts = false } = body
      const undone = await undo.run(actor.user, { turn: row.turn_id }, { dryRun, skipConflicts })
      return undone.ok
        ? { undo: undone.undo }
        : refuse(undone.code === 'not_found' ? 404 : 409, undone.code, undone.message)
    }),
    route(workflowRoutes.settle, async ({ actor, params, body }) => {
      const row = await runs.get(actor.user, params.id)
      const call = row && (await parts.calls.find(body.tool_call_id))
      if (row === undefined || call?.call.parentId !== row.call_id) return noRun()
      const misfits = body.output && (await outputProblem(parts, row, call, body.output))
      if (misfits !== undefined) return refuse(400, 'bad_message', misfits)
      const settled = await host.store.approvals.settle(actor.user, {
        callId: body.tool_call_id,
        how: body.how,
        hash: body.hash,
        ...(body.output === undefined ? {} : { value: body.output }),
      })
      if (!settled.ok) return refuse(409, settled.code, settled.message)
      await parts.wakeups.fire(row.call_id)
      return DONE
    }),
  ]
}

/** Why this cannot be the output of the node; undefined if it can. The nodes below rely on its schemas. */
async function outputProblem(
  { library, workflows }: Parts,
  { owner, workflow_id, hash }: RunRow,
  { call }: StoredCall,
  output: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const version = await workflows.version(workflow_id, hash)
  const read = version && (await library.read(owner, version.graph))
  const node = read?.ok === true ? read.compiled.byAddress.get(call.node?.node ?? '') : undefined
  if (node === undefined) return 'the version of this run does not compile any more'
  for (const [name, value] of Object.entries(output)) {
    const schema = node.ports.outputs.get(name)
    if (schema === undefined) return `the node has no output \`${name}\``
    const problem = misfit(value, schema)
    if (problem !== undefined) return `\`${name}\`: ${problem}`
  }
  return undefined
}

async function runView(parts: Parts, row: RunRow): Promise<RunView> {
  const version = await parts.workflows.version(row.workflow_id, row.hash)
  const nodes = await parts.runs.nodes(row.id, NODES + 1)
  const open = new Map((await parts.runs.openCalls(row.call_id)).map((call) => [call.id, call]))
  return {
    ...runSummary(row),
    held: row.held_at !== null,
    inputs: maskedValues(row.inputs),
    outputs: row.outputs === null ? null : maskedValues(row.outputs),
    graph: version?.graph ?? {},
    nodes: nodes.slice(0, NODES).map((node) => {
      const call = node.call_id === null ? undefined : open.get(node.call_id)
      return { ...node, ...(call && openState(parts, call)) }
    }),
    more: nodes.length > NODES,
  }
}

/** What a node is waiting for: a person, a time, or a signal and the address to send it to. */
function openState({ signalToken }: Parts, { id, tool, state }: OpenCall): Partial<NodeStateView> {
  if (state === 'waiting') return { state: 'waiting' }
  if (tool === 'time.wait') return { state: 'sleeping' }
  return tool === 'signal.wait' ? { state: 'sleeping', preview: `POST /signals/${signalToken(id)}` } : {}
}

function noRun(): Refused {
  return refuse(404, 'not_found', 'there is no such run')
}
