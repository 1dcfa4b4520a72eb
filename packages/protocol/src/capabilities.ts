import { z } from 'zod'

/** What a chat may have; every tool needs one of these to be there at all. */
export const Capability = z.enum([
  'safe',
  'knowledge',
  'network',
  'workspace_write',
  'editor_mutate',
  'subagent',
  'secrets',
])
export type Capability = z.infer<typeof Capability>

/** What to give to a chat (`true`) or take from it (`false`); `null` goes back to what its context says. Those not named stay. */
export const CapabilityChange = z.partialRecord(Capability, z.boolean().nullable())
export type CapabilityChange = z.infer<typeof CapabilityChange>

/** What a chat has now, and what a person chose of it. */
export const CapabilityView = z.object({
  has: z.array(Capability),
  granted: z.array(Capability),
  withheld: z.array(Capability),
})
export type CapabilityView = z.infer<typeof CapabilityView>
