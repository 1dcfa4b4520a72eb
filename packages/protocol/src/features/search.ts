import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { NewSearchService, SearchChoice, SearchServiceId, SearchSettingsView } from '../settings.ts'

const OneService = z.object({ service: SearchServiceId })

/** Services that search the web. Stored secrets are never returned. */
export const searchRoutes = {
  read: defineRoute({
    method: 'GET',
    path: '/api/settings/search',
    needs: 'read',
    about: 'services that search the web',
    reply: SearchSettingsView,
  }),
  choose: defineRoute({
    method: 'PATCH',
    path: '/api/settings/search',
    needs: 'person',
    about: 'chooses the one that searches',
    body: SearchChoice,
    reply: SearchSettingsView,
  }),
  set: defineRoute({
    method: 'PUT',
    path: '/api/settings/search/:service',
    needs: 'person',
    about: 'stores its key, or its address, encrypted',
    params: OneService,
    body: NewSearchService,
    reply: SearchSettingsView,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/api/settings/search/:service',
    needs: 'person',
    about: 'forgets it',
    params: OneService,
    reply: SearchSettingsView,
  }),
  check: defineRoute({
    method: 'POST',
    path: '/api/settings/search/:service/check',
    needs: 'person',
    about: 'tries it with a small question; `message` says why it failed',
    params: OneService,
    reply: z.object({ ok: z.boolean(), message: z.string().optional() }),
  }),
}
