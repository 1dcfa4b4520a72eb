import { canonicalMode } from '@countersign/policy'
import { workflowRoutes, type ReplayedRun } from '@countersign/protocol'
import { runTests } from '@countersign/workflow'
import type { Host } from '../../platform/host.ts'
import { refuse, route, type Route } from '../../platform/route.ts'
import { problemText } from './library.ts'
import type { Parts } from './parts.ts'
import { versionJudge } from './plan-version.ts'
import { replayRun, runsToReplay } from './replay-runs.ts'
import { noVersion, noWorkflow } from './workflow-routes.ts'

/** Routes for the tests in a draft, and for a version over the record of earlier runs. */
export function testRoutesOf(host: Host, parts: Parts): readonly Route[] {
  const { grants, workflows, library } = parts
  return [
    route(workflowRoutes.replay, async ({ actor: { user }, params: { id }, body }) => {
      const workflow = await workflows.get(user, id)
      if (workflow === undefined) return noWorkflow()
      const hash = body.hash ?? workflow.head
      const version = hash === null || hash === 'draft' ? undefined : await workflows.version(id, hash)
      const graph = hash === 'draft' ? workflow.draft : version?.graph
      if (graph === undefined) return noVersion()
      const read = await library.read(user, graph)
      if (!read.ok) return refuse(409, 'does_not_compile', problemText(read.problems))
      const { compiled } = read
      const mode = body.mode === undefined ? undefined : canonicalMode(body.mode)
      const judge = await versionJudge({ host, grants, user }, compiled, { mode, workflow: id })
      const runs: ReplayedRun[] = []
      for (const run of await runsToReplay(parts, user, id, body.runs))
        runs.push(await replayRun(parts, user, run, compiled, judge))
      return { hash: compiled.hash, runs }
    }),
    route(workflowRoutes.test, async ({ actor, params: { id } }) => {
      const workflow = await workflows.get(actor.user, id)
      if (workflow === undefined) return noWorkflow()
      const read = await library.read(actor.user, workflow.draft)
      if (!read.ok) return refuse(409, 'does_not_compile', problemText(read.problems))
      return {
        tests: runTests(read.compiled).map(({ name, passed, problems, calls }) => ({
          name,
          passed,
          problems,
          calls: calls.map(({ node, specifier }) => ({ node, specifier })),
        })),
      }
    }),
  ]
}
