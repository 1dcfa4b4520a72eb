/** Names of the modes, and a line on each. */
export const modeTexts = {
  plan: { label: 'Plan', line: 'Looks and proposes. Nothing changes.' },
  strict: { label: 'Strict', line: 'Every call asks, reads too.' },
  default: { label: 'Ask', line: 'Reads run. Everything else asks you first.' },
  acceptEdits: { label: 'Accept edits', line: 'Edits and new files run. Commands still ask.' },
  auto: { label: 'Auto', line: 'Runs unattended. Deletions and your ask rules still stop.' },
  custom: 'A mode of your own.',
} as const
