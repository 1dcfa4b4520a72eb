import { z } from 'zod'

/** Every limit that a person can set. `docs/operations.md` says which of them ask, cut, or return an error to the model when exceeded. */
export const LimitName = z.enum([
  'steps',
  'work',
  'model_calls',
  'tool_calls',
  'writes',
  'cost',
  'subtasks',
  'depth',
  'parallel',
  'history_tokens',
  'result_bytes',
  'answer_bytes',
  'model_start',
  'model_silence',
  'local_model_silence',
])
export type LimitName = z.infer<typeof LimitName>

export const LimitView = z.object({
  name: LimitName,
  unit: z.enum(['count', 'seconds', 'dollars', 'tokens', 'bytes']),
  /** The value set here; null: the default applies. */
  value: z.number().nullable(),
  /** The value from the environment, or the shipped one; null: no limit. */
  standard: z.number().nullable(),
  /** Environment variable that sets the default. */
  variable: z.string(),
})
export type LimitView = z.infer<typeof LimitView>

/** `GET /api/settings/limits`. */
export const LimitList = z.object({ limits: z.array(LimitView) })

/** Body of `PATCH /api/settings/limits`: absent fields do not change; null returns to the default. */
export const LimitChange = z.partialRecord(LimitName, z.number().nullable())
export type LimitChange = z.infer<typeof LimitChange>
