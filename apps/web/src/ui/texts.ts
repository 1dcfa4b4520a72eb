/** Texts of the shared components. */
export const texts = {
  loading: 'Loading…',
  copy: 'Copy',
  copied: 'Copied',
  letterOf: (script: string) => `${script} letter`,
  underACent: 'under $0.01',
  justNow: 'just now',
  minutesAgo: (minutes: number) => `${minutes} min ago`,
} as const
