import { workflowRoutes } from '@countersign/protocol'
import { runTests } from '@countersign/workflow'
import { refuse, route, type Route } from '../../platform/route.ts'
import { problemText } from './library.ts'
import type { Parts } from './parts.ts'
import { noWorkflow } from './workflow-routes.ts'

/** Routes for the tests in a draft. */
export function testRoutesOf({ workflows, library }: Parts): readonly Route[] {
  return [
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
