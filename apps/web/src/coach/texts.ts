/** Words of the hints. */
export const texts = {
  hint: 'Hint',
  close: 'Close this hint',
  step: (at: number, of: number) => `Hint ${at} of ${of}.`,
  escape: 'Escape closes it.',
  marks: {
    card: {
      title: 'The agent proposes, you sign',
      text: 'This has not happened yet. Read the exact thing, then allow or deny it.',
      keys: 'F8 leads here from anywhere.',
    },
    mode: {
      title: 'How much runs without you',
      text: 'In Ask, reads run and everything else waits for you. Change it here any time.',
      keys: '',
    },
    waiting: {
      title: 'Nothing gets lost',
      text: 'What waits in any chat stands here until you answer.',
      keys: '',
    },
  },
} as const
