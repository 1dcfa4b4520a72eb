/** Why something was decided so, in words. */
export const reasonTexts = {
  /** The end of what the policy says of calls that always ask: the top of the card says it. */
  alwaysAsks: /; always asks(?:, in every mode)?$/,
  deletes: 'Deletes; always asks.',
  /** Kinds of calls that a mode decides about. */
  rows: new Map([
    ['read', 'reads'],
    ['editSafe', 'edits'],
    ['write', 'changes'],
    ['execute', 'commands'],
    ['external', 'calls to other programs and services'],
  ]),
  byMode: {
    run: (what: string, mode: string) => `${what} run in ${mode} mode`,
    ask: (what: string, mode: string) => `${what} ask in ${mode} mode`,
    block: (what: string, mode: string) => `${what} are blocked in ${mode} mode`,
  },
} as const
