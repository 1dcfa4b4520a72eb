import { canonicalMode, MODES } from '@countersign/policy'
import { workflowRoutes, type UserId } from '@countersign/protocol'
import { refuse, DONE, route, type Refused, type Route } from '../../platform/route.ts'
import { forbiddenModes, whyForbidden } from '../../rules/forbidden-modes.ts'
import { graphDiff } from './graph-diff.ts'
import { inputsOf, problemText } from './library.ts'
import { manifestView } from './effects.ts'
import type { Parts } from './parts.ts'
import { nodeTypeViews } from './node-views.ts'
import type { VersionRow, WorkflowRow } from './stored-workflows.ts'
import type { WorkflowViews } from './workflow-views.ts'

/** Routes for workflows: lists, drafts, copies. */
export function workflowRoutesOf(parts: Parts, views: WorkflowViews): readonly Route[] {
  const { workflows, library } = parts
  const shown = async (user: UserId, row: WorkflowRow | undefined) =>
    row === undefined ? noWorkflow() : { workflow: await views.view(user, row) }
  return [
    route(workflowRoutes.list, async ({ actor, query }) => ({
      workflows: await views.summaries(await workflows.list(actor.user, query.query ?? '')),
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
      await views.told(row)
      return shown(actor.user, row)
    }),
    route(workflowRoutes.rename, async ({ actor, params, body }) =>
      shown(actor.user, await workflows.rename(actor.user, params.id, body.name)),
    ),
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

/** Routes to save, read and compare versions. */
export function versionRoutesOf(parts: Parts, views: WorkflowViews): readonly Route[] {
  const { workflows, library } = parts
  return [
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
      await views.told(now)
      return { version: views.version(saved), workflow: await views.view(actor.user, now) }
    }),
    route(workflowRoutes.versions, async ({ actor, params }) => {
      if ((await workflows.get(actor.user, params.id)) === undefined) return noWorkflow()
      return { versions: (await workflows.versions(params.id)).map(views.version) }
    }),
    route(workflowRoutes.version, async ({ actor, params }) => {
      const found = await ownVersion(parts, actor.user, params.id, params.hash)
      if (found === undefined) return noVersion()
      const read = await library.read(actor.user, found.graph)
      if (!read.ok) return refuse(409, 'does_not_compile', problemText(read.problems))
      const manifest = await manifestView(parts, actor.user, read.compiled, params.id)
      return { version: views.version(found), graph: found.graph, manifest }
    }),
    route(workflowRoutes.graph, async ({ actor, params: { hash } }) => {
      const graph = await workflows.graphOf(actor.user, hash)
      return graph === undefined
        ? refuse(404, 'not_found', 'there is no graph with this hash')
        : { hash, graph }
    }),
    route(workflowRoutes.diff, async ({ actor, params, query }) => {
      const row = await workflows.get(actor.user, params.id)
      if (row === undefined) return noWorkflow()
      const from = await workflows.version(params.id, query.from)
      const to = query.to === undefined ? row.draft : (await workflows.version(params.id, query.to))?.graph
      if (from === undefined || to === undefined) return noVersion()
      const diff = await graphDiff(parts, actor.user, row.id, [from.graph, to])
      return diff.ok ? { diff: diff.diff } : refuse(409, 'does_not_compile', problemText(diff.problems))
    }),
  ]
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

/** Refuses a mode that does not exist, or that the administrator does not allow. Undefined: runs can have it, or nobody chose one. */
export async function modeRefusal(asked: string | undefined): Promise<Refused | undefined> {
  // The forms say `default` where nobody chose: the policy replaces it at each decision where it is not allowed.
  if (asked === undefined || asked === 'default') return undefined
  const mode = canonicalMode(asked)
  if (!MODES.has(mode)) return refuse(400, 'bad_message', `there is no mode \`${asked}\``)
  const why = whyForbidden(mode, await forbiddenModes())
  return why === undefined ? undefined : refuse(400, 'mode_forbidden', why)
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
