import { z } from 'zod'

/** The name of a capability. A thread has a tool only if it has the tool's capability. Features add their own. */
export const Capability = z.string().regex(/^[a-z][a-z_]{0,39}$/, 'lower-case letters and `_`')
export type Capability = z.infer<typeof Capability>

/** Capabilities to grant to a thread (`true`) or withhold from it (`false`); `null` returns to the default. Others do not change. */
export const CapabilityChange = z.record(Capability, z.boolean().nullable())
export type CapabilityChange = z.infer<typeof CapabilityChange>

/** A thread's current capabilities, and a person's choices. */
export const CapabilityView = z.object({
  has: z.array(Capability),
  granted: z.array(Capability),
  withheld: z.array(Capability),
})
export type CapabilityView = z.infer<typeof CapabilityView>
