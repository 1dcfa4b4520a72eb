/** The three lists a rule can stand in. */
export type ListName = 'deny' | 'ask' | 'allow'

/** Where a rule came from, lightest first; `managed` is an administrator's and nothing overrides it. */
export type LayerName = 'shipped' | 'user' | 'project' | 'thread' | 'workflow' | 'managed'

/** A rule as written and parsed: `tool` or `tool(pattern)`. The pattern ends at the last `)`. */
export interface Rule {
  /** As people see it, canonical: parse(format(rule)) is the same rule. */
  readonly text: string
  /** Tool name; `*` is any text. */
  readonly tool: string
  /** Text between the parentheses; absent: every use of the tool. */
  readonly pattern?: string
}

/** A rule in its list and layer, as a decision names it. */
export interface PlacedRule {
  readonly rule: Rule
  readonly list: ListName
  readonly layer: LayerName
}
