/** Names of the modes, with one line about each. */
export const modeTexts = {
  plan: { label: 'Plan', line: 'Reads and plans. Changes nothing.' },
  strict: { label: 'Strict', line: 'Asks before every call, even reads.' },
  default: { label: 'Ask', line: 'Reads run. Asks before everything else.' },
  acceptEdits: { label: 'Accept edits', line: 'Edits and new files run. Commands still ask.' },
  auto: {
    label: 'Auto',
    line: 'Runs unattended. Still asks before anything is lost for good, and for your ask rules.',
  },
  custom: 'A custom mode.',
} as const
