import { z } from 'zod'

export const request_id = z.string().min(1).max(64)

/** Keys that older clients send with a message. The model has one loop, and only the server decides which tools exist. */
export const LEGACY_KEYS = ['agent_mode', 'agent_planner', 'tools', 'collections'] as const

/** The reply of a route that returns nothing. */
export const Done = z.object({ ok: z.literal(true) })
