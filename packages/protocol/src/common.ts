import { z } from 'zod'

export const request_id = z.string().min(1).max(64)

/** What older clients send with a message. The model has one loop, and the server alone says which tools there are. */
export const LEGACY_KEYS = ['agent_mode', 'agent_planner', 'tools', 'collections'] as const

/** The answer of a route that has nothing to tell. */
export const Done = z.object({ ok: z.literal(true) })
