/** Words of the parts that every page is made of. */
export const texts = {
  loading: 'Loading…',
  copy: 'Copy',
  copied: 'Copied',
  letterOf: (script: string) => `${script} letter`,
  underACent: 'under $0.01',
  justNow: 'just now',
  minutesAgo: (minutes: number) => `${minutes} min ago`,
} as const
