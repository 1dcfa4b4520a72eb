/** Texts for settled calls: the same in the thread, in Waiting and in the audit. */
export const settledTexts = {
  words: {
    countersigned: 'countersigned',
    refused: 'refused',
    unsigned: 'unsigned',
    void: 'void',
    interrupted: 'interrupted',
    failed: 'failed',
  },
  /** Who proposed a call: a person by hand, a workflow, a sub-agent or the agent. */
  proposers: {
    person: 'you, by hand',
    workflow: 'a workflow',
    subAgent: (parents: readonly string[]) => `the sub-agent “${parents.join(' › ')}”`,
    agent: 'the agent',
  },
  byPerson: (person: string) => `by ${person}`,
  byRule: (rule: string) => `by rule ${rule}`,
  byMode: (mode: string) => `by ${mode} mode`,
  /** The word before a clause; names follow it without a colon. */
  beforeCause: (word: string) => `${word}:`,
  readOnly: 'changes nothing',
  expired: (after: string) => `expired after ${after}`,
  stoppedBy: (person: string) => `${person} stopped the turn`,
  neverAsked: 'before anyone was asked',
  cutOff: 'the server stopped while this ran; it may have had effects',
  changed: (what: 'tool' | 'file') =>
    `${what === 'tool' ? 'what it calls' : 'the file'} changed after it was proposed`,
} as const
