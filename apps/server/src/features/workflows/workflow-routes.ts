import { workflowRoutes, type UserId, type WorkflowSummary, type WorkflowView } from '@countersign/protocol'
import { canonicalJson } from '@countersign/workflow'
import { refuse, DONE, route, type Refused, type Route } from '../../platform/route.ts'
import { graphDiff } from './graph-diff.ts'
import { inputsOf, problemText } from './library.ts'
import { manifestView } from './effects.ts'
import type { Parts } from './parts.ts'
import { nodeTypeViews } from './node-views.ts'
import type { VersionRow, WorkflowRow } from './stored-workflows.ts'
import type { RunRow } from './stored-runs.ts'

/** Workflows, their drafts and versions. */
export function workflowRoutesOf(
  parts: Parts,
  nameOf: (user: UserId) => string,
  triggersOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>,
): readonly Route[] {
  const { workflows, library } = parts
  const summaries = async (rows: readonly WorkflowRow[]): Promise<readonly WorkflowSummary[]> => {
    const ids = rows.map(({ id }) => id)
    const [last, triggers] = await Promise.all([parts.runs.last(ids), triggersOf(ids)])
    return Promise.all(
      rows.map(async (row) =>
        summaryOf(row, last.get(row.id), triggers.get(row.id) ?? 0, await isChanged(row)),
      ),
    )
  }
  /** The draft is another graph than the head, whatever is drawn where. */
  const isChanged = async ({ id, head, draft }: WorkflowRow): Promise<boolean> => {
    const version = head === null ? undefined : await workflows.version(id, head)
    return version === undefined || canonicalJson(version.graph) !== canonicalJson(draft)
  }
  const view = async (user: UserId, row: WorkflowRow): Promise<WorkflowView> => {
    const [summary] = await summaries([row])
    if (summary === undefined) throw new Error('no summary')
    const read = await library.read(user, row.draft)
    return {
      ...summary,
      draft: row.draft,
      draft_base: row.draft_base,
      problems: read.ok ? [] : read.problems,
      hash: read.ok ? read.compiled.hash : null,
      inputs: read.ok ? inputsOf(read.compiled.graph) : [],
      manifest: read.ok ? await manifestView(parts, user, read.compiled) : null,
    }
  }
  const shown = async (user: UserId, row: WorkflowRow | undefined) =>
    row === undefined ? noWorkflow() : { workflow: await view(user, row) }
  const versionView = ({ hash, parent, message, made_by, made_at }: VersionRow) => ({
    hash,
    parent,
    message,
    by: nameOf(made_by as UserId), // rows are written with the id of a person
    at: made_at,
  })
  const tell = async (row: WorkflowRow) => {
    const [workflow] = await summaries([row])
    await parts.topics.publish(`workflow:${row.id}`, { type: 'workflow_updated', workflow })
  }
  return [
    route(workflowRoutes.list, async ({ actor, query }) => ({
      workflows: await summaries(await workflows.list(actor.user, query.query ?? '')),
    })),
    route(workflowRoutes.create, async ({ actor, body: { name, graph } }) => {
      const draft = graph ?? {
        version: 1,
        name,
        inputs: {},
        outputs: {},
        nodes: [],
        edges: [],
        tests: [],
        view: {},
      }
      return shown(actor.user, await workflows.create(actor.user, name, draft))
    }),
    route(workflowRoutes.get, async ({ actor, params }) =>
      shown(actor.user, await workflows.get(actor.user, params.id)),
    ),
    route(workflowRoutes.saveDraft, async ({ actor, params, body: { graph, base } }) => {
      const row = await workflows.saveDraft(actor.user, params.id, graph, base)
      if (row === undefined)
        return (await workflows.get(actor.user, params.id)) ? changedSince() : noWorkflow()
      await tell(row)
      return shown(actor.user, row)
    }),
    route(workflowRoutes.rename, async ({ actor, params, body }) =>
      shown(actor.user, await workflows.rename(actor.user, params.id, body.name)),
    ),
    route(workflowRoutes.saveVersion, async ({ actor, params, body: { message, base } }) => {
      const row = await workflows.get(actor.user, params.id)
      if (row === undefined) return noWorkflow()
      if (row.draft_base !== base) return changedSince()
      const read = await library.read(actor.user, row.draft)
      if (!read.ok) return refuse(409, 'does_not_compile', problemText(read.problems))
      const { hash } = read.compiled
      const saved = await workflows.addVersion(actor.user, row.id, {
        hash,
        graph: row.draft,
        message,
        named: true,
      })
      const now = await workflows.get(actor.user, row.id)
      if (saved === undefined || now === undefined) return noWorkflow()
      await tell(now)
      return { version: versionView(saved), workflow: await view(actor.user, now) }
    }),
    route(workflowRoutes.duplicate, async ({ actor, params, body }) => {
      const row = await workflows.get(actor.user, params.id)
      if (row === undefined) return noWorkflow()
      return shown(
        actor.user,
        await workflows.create(actor.user, body.name ?? `${row.name} (copy)`, row.draft),
      )
    }),
    route(workflowRoutes.remove, async ({ actor, params }) =>
      (await workflows.remove(actor.user, params.id)) ? DONE : noWorkflow(),
    ),
    route(workflowRoutes.versions, async ({ actor, params }) => {
      if ((await workflows.get(actor.user, params.id)) === undefined) return noWorkflow()
      return { versions: (await workflows.versions(params.id)).map(versionView) }
    }),
    route(workflowRoutes.version, async ({ actor, params }) => {
      const found = await ownVersion(parts, actor.user, params.id, params.hash)
      if (found === undefined) return noVersion()
      const read = await library.read(actor.user, found.graph)
      if (!read.ok) return refuse(409, 'does_not_compile', problemText(read.problems))
      const manifest = await manifestView(parts, actor.user, read.compiled)
      return { version: versionView(found), graph: found.graph, manifest }
    }),
    route(workflowRoutes.diff, async ({ actor, params, query }) => {
      const row = await workflows.get(actor.user, params.id)
      if (row === undefined) return noWorkflow()
      const from = await workflows.version(params.id, query.from)
      const to = query.to === undefined ? row.draft : (await workflows.version(params.id, query.to))?.graph
      if (from === undefined || to === undefined) return noVersion()
      const diff = await graphDiff(library, actor.user, from.graph, to)
      return diff.ok ? { diff: diff.diff } : refuse(409, 'does_not_compile', problemText(diff.problems))
    }),
    route(workflowRoutes.check, async ({ actor, body }) => {
      const read = await library.read(actor.user, body.graph)
      if (!read.ok) return { problems: read.problems, hash: null, manifest: null, inputs: [] }
      const manifest = await manifestView(parts, actor.user, read.compiled)
      return { problems: [], hash: read.compiled.hash, manifest, inputs: inputsOf(read.compiled.graph) }
    }),
    route(workflowRoutes.nodes, async ({ actor }) => ({
      nodes: nodeTypeViews(await library.registry(actor.user)),
    })),
  ]
}

function summaryOf(
  row: WorkflowRow,
  last: RunRow | undefined,
  triggers: number,
  changed: boolean,
): WorkflowSummary {
  return {
    id: row.id,
    name: row.name,
    head: row.head,
    changed,
    updated_at: row.updated_at,
    last_run: last === undefined ? null : { id: last.id, state: last.state, at: last.started_at },
    triggers,
  }
}

export async function ownVersion(
  { workflows }: Pick<Parts, 'workflows'>,
  user: UserId,
  id: string,
  hash: string,
): Promise<VersionRow | undefined> {
  return (await workflows.get(user, id)) && workflows.version(id, hash)
}

export function noWorkflow(): Refused {
  return refuse(404, 'not_found', 'there is no such workflow; it may have been deleted')
}

export function noVersion(): Refused {
  return refuse(404, 'not_found', 'there is no such version of this workflow')
}

function changedSince(): Refused {
  return refuse(
    409,
    'conflict',
    'the draft was changed elsewhere in the meantime; look at the difference first',
  )
}
