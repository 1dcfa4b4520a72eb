import { workflowRoutes } from '@countersign/protocol'
import { DONE, refuse, route, type Route } from '../../platform/route.ts'
import type { Parts } from './parts.ts'
import { GALLERY } from './gallery.ts'

/** Routes for grants, secrets and the gallery. */
export function grantRoutesOf({ grants, secrets }: Parts): readonly Route[] {
  return [
    route(workflowRoutes.grants, async ({ actor, query }) => ({
      grants: await grants.list(actor.user, query.workflow_id),
    })),
    route(workflowRoutes.revokeGrant, async ({ actor, params }) =>
      (await grants.revoke(actor.user, params.id))
        ? DONE
        : refuse(404, 'not_found', 'there is no such grant, or it was revoked already'),
    ),
    route(workflowRoutes.secrets, async ({ actor }) => ({ secrets: await secrets.list(actor.user) })),
    route(workflowRoutes.putSecret, async ({ actor, params, body }) =>
      (await secrets.put(actor.user, params.name, body))
        ? { secrets: await secrets.list(actor.user) }
        : refuse(404, 'not_found', 'there is no such secret yet: give its value as well'),
    ),
    route(workflowRoutes.removeSecret, async ({ actor, params }) =>
      (await secrets.remove(actor.user, params.name))
        ? { secrets: await secrets.list(actor.user) }
        : refuse(404, 'not_found', 'there is no such secret'),
    ),
    route(workflowRoutes.gallery, () => ({ gallery: GALLERY })),
  ]
}
