import { unknownKey } from '@countersign/protocol'
import { z } from 'zod'
import { refuse, type Refused } from '../route.ts'

/** Parses a query or body by its schema, which must know each of its keys. */
export function readPart(
  schema: z.ZodType | undefined,
  sent: unknown,
): { readonly value: unknown } | Refused | undefined {
  const parsed = schema?.safeParse(sent)
  if (schema === undefined || parsed === undefined) return undefined
  if (!parsed.success) return refuse(400, 'bad_message', z.prettifyError(parsed.error))
  const unknown = unknownKey(schema, sent)
  if (unknown === undefined) return { value: parsed.data }
  return refuse(400, 'bad_message', `refused at \`${unknown.at}\`: ${unknown.message}`)
}
