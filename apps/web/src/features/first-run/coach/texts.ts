/** Words of the hints. */
export const texts = {
  hint: 'Hint',
  close: 'Close this hint',
  step: (at: number, of: number) => `Hint ${at} of ${of}.`,
  escape: 'Press Escape to close it.',
  marks: {
    card: {
      title: 'The agent proposes, you sign',
      text: 'This has not happened yet. Read exactly what would run, then allow or deny it.',
      keys: 'Press F8 to get here from anywhere.',
    },
    mode: {
      title: 'How much runs without you',
      text: 'In Ask mode, reads run and everything else waits for you. Change the mode here at any time.',
      keys: '',
    },
    waiting: {
      title: 'Nothing gets lost',
      text: 'Whatever waits for you, in any chat, is listed here until you answer.',
      keys: '',
    },
  },
} as const
