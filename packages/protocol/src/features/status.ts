import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { Instant } from '../ids.ts'

/** The state of one part of the server. `off`: not used here, which is not a fault. */
export const StatusPart = z.object({
  /** Its group: `server`, `mcp`, `plugin`, or one that a feature names. */
  group: z.string(),
  name: z.string(),
  state: z.enum(['well', 'off', 'trouble']),
  /** One line for people. */
  text: z.string(),
})
export type StatusPart = z.infer<typeof StatusPart>

/** Something in the data folder, with its size. */
export const KeptPlace = z.object({
  /** Relative to the data folder. */
  name: z.string(),
  bytes: z.number(),
  files: z.number(),
  /** More exist than were counted. */
  more: z.boolean(),
})
export type KeptPlace = z.infer<typeof KeptPlace>

/** Something that a person downloaded into the data folder. */
export const BroughtView = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  /** More exist than were counted. */
  more: z.boolean(),
})
export type BroughtView = z.infer<typeof BroughtView>

const AllBrought = z.object({ brought: z.array(BroughtView).readonly() })

export const ServerState = z.object({
  version: z.string(),
  boot: z.string(),
  now: Instant,
  parts: z.array(StatusPart).readonly(),
})
export type ServerState = z.infer<typeof ServerState>

/** The state of this server, for the people who use it. */
export const statusRoutes = {
  state: defineRoute({
    method: 'GET',
    path: '/api/state',
    needs: 'read',
    about: 'the state of this server’s parts: database, sandbox, connections, watches, MCP servers',
    reply: ServerState,
  }),
  places: defineRoute({
    method: 'GET',
    path: '/api/state/places',
    needs: 'person',
    about: 'what the data folder contains, and its size',
    reply: z.object({ folder: z.string(), places: z.array(KeptPlace).readonly() }),
  }),
  brought: defineRoute({
    method: 'GET',
    path: '/api/state/brought',
    needs: 'person',
    about: 'browsers, models and OCR data that a person downloaded into the data folder, with their sizes',
    reply: AllBrought,
  }),
  removeBrought: defineRoute({
    method: 'POST',
    path: '/api/state/brought/remove',
    needs: 'person',
    about: 'removes such a download from the data folder',
    body: z.object({ id: z.string() }),
    reply: AllBrought,
  }),
}
