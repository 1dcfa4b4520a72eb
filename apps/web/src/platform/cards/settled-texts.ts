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
  agent: 'the agent',
  byRule: (rule: string) => `rule ${rule}`,
  byMode: (mode: string) => `mode ${mode}`,
  readOnly: 'changes nothing',
  expired: (after: string) => `expired after ${after}`,
  stoppedBy: (person: string) => `${person} stopped the turn`,
  neverAsked: 'before anyone was asked',
  cutOff: 'the server stopped while this ran; it may have had effects',
  changed: (what: 'tool' | 'file') =>
    `${what === 'tool' ? 'what it calls' : 'the file'} changed after it was proposed`,
} as const
