/** One line of a table of arguments: a value, or nested lines below its name. */
export interface JsonRow {
  readonly name: string
  readonly value: RowValue
}

export type RowValue =
  | { readonly kind: 'text'; readonly text: string }
  /** Several short values on one line. */
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly JsonRow[] }
  /** An empty value; `of` is its type. */
  | { readonly kind: 'empty'; readonly of: 'list' | 'object' }

export interface Entry {
  readonly name: string
  readonly value: string
  readonly json?: true | undefined
}

/** Values nested deeper than this are shown as JSON, because nobody reads twelve levels of indentation. */
const DEEPEST = 5
/** Lists that exceed these limits get one line per value. */
const SHORT_LIST = 8
const SHORT_ITEM = 40

/** Arguments as lines; objects and lists become nested lines. A string is never parsed, even if it looks like JSON. */
export function jsonRows(entries: readonly Entry[]): readonly JsonRow[] {
  return entries.map(({ name, value, json }) => {
    const parsed = json === true ? parsedJson(value) : undefined
    return { name, value: parsed === undefined ? { kind: 'text', text: value } : rowValue(parsed.value, 1) }
  })
}

/** The arguments parsed as a JSON object. */
export function entriesAsJson(entries: readonly Entry[]): string {
  const pairs = entries.map(({ name, value, json }): [string, unknown] => {
    const parsed = json === true ? parsedJson(value) : undefined
    return [name, parsed === undefined ? value : parsed.value]
  })
  return JSON.stringify(Object.fromEntries(pairs), null, 2)
}

function rowValue(value: unknown, depth: number): RowValue {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (typeof value !== 'object' || value === null) return { kind: 'text', text: String(value) }
  if (depth > DEEPEST) return { kind: 'text', text: JSON.stringify(value, null, 2) }
  if (!Array.isArray(value)) {
    const rows = Object.entries(value).map(([name, item]: [string, unknown]) => ({
      name,
      value: rowValue(item, depth + 1),
    }))
    return rows.length === 0 ? { kind: 'empty', of: 'object' } : { kind: 'rows', rows }
  }
  if (value.length === 0) return { kind: 'empty', of: 'list' }
  if (isShortList(value)) return { kind: 'list', items: value.map(String) }
  return {
    kind: 'rows',
    rows: value.map((item: unknown, index) => ({
      name: String(index + 1),
      value: rowValue(item, depth + 1),
    })),
  }
}

/** Whether all values fit on one line and none contains a comma. */
function isShortList(items: readonly unknown[]): boolean {
  return (
    items.length <= SHORT_LIST &&
    items.every((item) => {
      if (typeof item === 'number' || typeof item === 'boolean') return true
      return typeof item === 'string' && item !== '' && item.length <= SHORT_ITEM && !/[,\n]/.test(item)
    })
  )
}

function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    // The text was cut or masked, so it is shown as received.
    return undefined
  }
}
