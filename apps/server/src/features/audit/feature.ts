import { auditRoutes } from '@countersign/protocol'
import type { Feature } from '../../platform/feature.ts'
import { refuse, route } from '../../platform/route.ts'

/** The audit log, and a copy of everything. */
export const audit: Feature = {
  name: 'audit',
  start: ({ files, store }) => ({
    routes: [
      route(auditRoutes.list, async ({ query }) => {
        const { chain, call, after, limit, newest, before, after_place: afterPlace, rule } = query
        const rows = await store.audit.list({
          ...(chain === undefined ? {} : { chain }),
          ...(call === undefined ? {} : { callId: call }),
          ...(after === undefined ? {} : { afterSeq: after }),
          ...(limit === undefined ? {} : { limit }),
          ...(newest === undefined ? {} : { newest: true }),
          ...(before === undefined ? {} : { before }),
          ...(afterPlace === undefined ? {} : { afterPlace }),
          ...(rule === undefined ? {} : { rule }),
        })
        return { rows }
      }),
      route(auditRoutes.verify, async () => {
        await store.audit.anchor()
        return { verification: await store.audit.verify(), heads: await store.audit.notedHeads() }
      }),
      route(auditRoutes.backup, async ({ body }) => {
        const made = await store.backup(body.file, files.backedUp())
        return made.ok ? { backup: made.value } : refuse(400, 'unavailable', made.error.message)
      }),
    ],
  }),
}
