/** The three lists of rules. */
export type ListName = 'deny' | 'ask' | 'allow'

/** The source of a rule, lightest first; `managed` is an administrator's and nothing overrides it. */
export type LayerName = 'shipped' | 'user' | 'project' | 'thread' | 'workflow' | 'managed'

/** A parsed rule: `tool` or `tool(pattern)`. The pattern ends at the last `)`. */
export interface Rule {
  /** The canonical text for people: parse(format(rule)) is the same rule. */
  readonly text: string
  /** Tool name; `*` matches any text. */
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
