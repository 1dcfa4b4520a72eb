import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { UserId } from '../ids.ts'
import { ModelView } from '../settings.ts'

/** A mode that an administrator does not permit, and the mode used instead. */
export const ForbiddenMode = z.object({
  mode: z.string(),
  instead: z.string(),
  /** `set`: the administrator set the mode of every chat. */
  because: z.enum(['forbidden', 'set']),
})
export type ForbiddenMode = z.infer<typeof ForbiddenMode>

/** The signed-in person, and this server. */
export const Me = z.object({
  user: z.object({ id: UserId, name: z.string() }),
  version: z.string(),
  /** The folder for new chats. */
  workspace: z.string(),
  home: z.string(),
  /** The gate's own folders: no rule opens them. */
  own: z.array(z.string()).readonly(),
  models: z.array(ModelView).readonly(),
  /** The model for new chats. */
  default_model: z.string().nullable(),
  /** Why commands run without the operating system's sandbox; null: they run in it. */
  no_sandbox: z.string().nullable(),
  forbidden_modes: z.array(ForbiddenMode).readonly(),
})
export type Me = z.infer<typeof Me>

/** For the people who run the server. */
export const operationsRoutes = {
  health: defineRoute({
    method: 'GET',
    path: '/healthz',
    needs: 'open',
    about: 'the process is alive',
    reply: z.object({ ok: z.literal(true), boot: z.string() }),
  }),
  ready: defineRoute({
    method: 'GET',
    path: '/readyz',
    needs: 'open',
    about: 'the server is ready; until then 503, with the reason',
    reply: z.object({ ok: z.literal(true) }),
  }),
  metrics: defineRoute({
    method: 'GET',
    path: '/metrics',
    needs: 'read',
    about: 'metrics for Prometheus',
  }),
  status: defineRoute({
    method: 'GET',
    path: '/api/status',
    needs: 'read',
    about: 'the state of this machine: whether there is a sandbox, and if not, why',
    reply: z.object({
      version: z.string(),
      sandbox: z.looseObject({ state: z.string() }),
    }),
  }),
  me: defineRoute({
    method: 'GET',
    path: '/api/me',
    needs: 'read',
    about: 'who you are, version, workspace, models',
    reply: Me,
  }),
  openApi: defineRoute({
    method: 'GET',
    path: '/api/openapi.json',
    needs: 'read',
    about: 'these routes as an OpenAPI document',
    reply: z.looseObject({ openapi: z.string() }),
  }),
}
