import { z } from 'zod'
import { defineRoute } from '../contract.ts'

/** Maximum number of layouts that a person has in one folder, counted separately for each screen size. */
export const LAYOUTS_LIMIT = 90
/** Maximum size of one layout in bytes. */
const LAYOUT_BYTES = 100_000

/** Screen sizes, each with its own layout: from 720, 1,200 and 1,920 pixels. */
export const ScreenClass = z.enum(['small', 'medium', 'large'])
export type ScreenClass = z.infer<typeof ScreenClass>

/** The name of a layout, for people and the agent. */
export const LayoutName = z.string().trim().min(1).max(60)

const folder = z.string().min(1).max(4096)

/** The arrangement of panes. The page interprets it; to the server it is opaque data. */
const Arrangement = z
  .record(z.string(), z.unknown())
  .refine((layout) => JSON.stringify(layout).length <= LAYOUT_BYTES, 'at most 100 kB')

export const KeptLayout = z.object({
  name: LayoutName,
  screen: ScreenClass,
  layout: z.record(z.string(), z.unknown()),
})
export type KeptLayout = z.infer<typeof KeptLayout>

const KeptLayouts = z.object({
  /** Most recently used first. */
  layouts: z.array(KeptLayout).readonly(),
})

/** A person's pane layouts in a folder, by name and screen size. */
export const layoutRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/layouts',
    needs: 'read',
    about: 'your pane layouts for a folder, most recently used first',
    query: z.object({ folder }),
    reply: KeptLayouts,
  }),
  keep: defineRoute({
    method: 'PUT',
    path: '/api/layouts',
    needs: 'person',
    about: 'saves a layout; replaces one with the same folder, name and screen',
    body: z.object({ folder, name: LayoutName, screen: ScreenClass, layout: Arrangement }),
    reply: z.object({ kept: z.boolean() }),
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/api/layouts',
    needs: 'person',
    about: 'removes a layout, on all screens or on one',
    query: z.object({ folder, name: LayoutName, screen: ScreenClass.optional() }),
    reply: z.object({ removed: z.number() }),
  }),
}
