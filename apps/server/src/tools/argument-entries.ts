/** A name and its value, as a card has them. */
export interface ArgumentEntry {
  readonly name: string
  readonly value: string
  readonly json?: true
}

/**
 * Arguments for a card: in the order of the schema's properties if there is one, then the others as they came. Values that are not texts
 * are shown as JSON and marked, so that a text that only looks like JSON is not mistaken for it.
 */
export function argumentEntries(args: unknown, schema?: Readonly<Record<string, unknown>>): ArgumentEntry[] {
  if (typeof args !== 'object' || args === null) return []
  const named = propertiesOf(schema)
  const place = (name: string) => {
    const at = named.indexOf(name)
    return at < 0 ? named.length : at
  }
  return Object.entries(args)
    .toSorted(([a], [b]) => place(a) - place(b))
    .map(([name, value]: [string, unknown]) => entryOf(name, value))
}

function entryOf(name: string, value: unknown): ArgumentEntry {
  if (typeof value === 'string') return { name, value }
  const text = JSON.stringify(value, null, 2)
  return text === undefined ? { name, value: '' } : { name, value: text, json: true }
}

function propertiesOf(schema: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const properties = schema?.['properties']
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}
