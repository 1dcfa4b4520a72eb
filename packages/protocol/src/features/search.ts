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
    about: 'services for web search',
    reply: SearchSettingsView,
  }),
  choose: defineRoute({
    method: 'PATCH',
    path: '/api/settings/search',
    needs: 'person',
    about: 'chooses the search service',
    body: SearchChoice,
    reply: SearchSettingsView,
  }),
  set: defineRoute({
    method: 'PUT',
    path: '/api/settings/search/:service',
    needs: 'person',
    about: 'stores a service’s key or address, encrypted',
    params: OneService,
    body: NewSearchService,
    reply: SearchSettingsView,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/api/settings/search/:service',
    needs: 'person',
    about: 'removes a stored key or address',
    params: OneService,
    reply: SearchSettingsView,
  }),
  check: defineRoute({
    method: 'POST',
    path: '/api/settings/search/:service/check',
    needs: 'person',
    about: 'tests a service with a short query; `message` says why it failed',
    params: OneService,
    reply: z.object({ ok: z.boolean(), message: z.string().optional() }),
  }),
}
