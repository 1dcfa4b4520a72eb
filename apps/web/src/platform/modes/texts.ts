/** Texts of the mode menu. */
export const texts = {
  mode: (label: string) => `Mode: ${label}`,
  saving: (label: string, to: string) => `Mode: ${label}, changing to ${to}`,
  savingTo: (to: string) => `→ ${to}…`,
  noSandbox: (reason: string) => `Commands run without a system sandbox here: ${reason}`,
  autoOnce:
    'Auto runs without asking. It still stops before anything is lost for good, at commands it cannot read, and for your ask and deny rules.',
  modeSet: (label: string) => `Your administrator set ${label} for every chat.`,
  modeForbidden: (label: string) => `Your administrator does not allow ${label}.`,
} as const
