import { readFileValue, type Json } from '@countersign/workflow'
import { maskEntry, maskValue } from '../../audit/mask.ts'

/** Masks secrets in values shown to people. File hashes look like secrets, but are kept. */
export function maskedValues(values: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, Json]) => [
      name,
      typeof value === 'string' || typeof value === 'number'
        ? maskEntry(name, value)
        : (readFileValue(value) ?? maskValue(value)),
    ]),
  )
}
