/** The first page's description of the product; separate from its other texts, which every page loads. */
export const pitchTexts = {
  steps: {
    proposes: {
      title: 'The agent draws the short stroke',
      line: 'It shows exactly what it would run, change or send.',
    },
    waits: { title: 'It waits for you', line: 'In the browser, in the terminal or on your phone.' },
    signed: { title: 'You draw the long one', line: 'Once, for this chat, or by a rule you can read.' },
  },
  example: {
    title: 'Every call keeps its signature',
    verb: 'Ran',
    command: 'npm test',
    result: '5 passed · 1.7 s',
    proposed: 'proposed by the agent, 14:01:58',
    signed: 'countersigned by you, 14:02:03',
  },
  promises: {
    here: 'Runs on this machine. No account.',
    keys: 'Your keys stay here, encrypted.',
    undo: 'File changes can be undone.',
  },
} as const
