import { readFileValue, type Json } from '@countersign/workflow'
import { maskEntry, maskValue } from '../../audit/mask.ts'

/** Values for people, with their secrets masked. The hash of a file looks like one and is none. */
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
