import { operationsRoutes } from '@countersign/protocol'
import { folderOfNewThreads } from '../../workspace/workspace-at.ts'
import { forbiddenModes } from '../../rules/forbidden-modes.ts'
import type { Feature } from '../../platform/feature.ts'
import { DONE, Content, refuse, route } from '../../platform/route.ts'
import { openApi } from './openapi.ts'

/** Milliseconds between prunings of files that nobody uses any more. */
const PRUNE_EVERY = 600_000

/** For the operators of the server: health, readiness, metrics. */
export const operations: Feature = {
  name: 'operations',
  start: (host) => ({
    jobs: [{ name: 'forgetting files', every: PRUNE_EVERY, run: () => host.pruneFiles() }],
    routes: [
      route(operationsRoutes.health, () => ({ ...DONE, boot: host.boot })),
      route(operationsRoutes.ready, async () => {
        const why = await host.notReady()
        return why === undefined ? DONE : refuse(503, 'unavailable', why)
      }),
      route(
        operationsRoutes.metrics,
        async () => new Content(await host.metrics.text(), { 'content-type': host.metrics.contentType }),
      ),
      route(operationsRoutes.status, async () => {
        const { kind, ...why } = await host.sandbox.state()
        return { version: host.version, sandbox: { state: kind, ...why } }
      }),
      route(operationsRoutes.me, async ({ actor: { user } }) => {
        const { models, default_model } = await host.models.models.list(user)
        const sandbox = await host.sandbox.state()
        return {
          user: { id: user, name: host.people.nameOf(user) },
          version: host.version,
          workspace: await folderOfNewThreads(host, user),
          home: host.home,
          own: host.own,
          models,
          default_model,
          no_sandbox: sandbox.kind === 'off' ? sandbox.reason : null,
          forbidden_modes: await forbiddenModes(),
        }
      }),
      route(operationsRoutes.openApi, () => openApi(host.routes(), host.version)),
    ],
  }),
}
