/** Words of the parts that every page is made of. */
export const texts = {
  copy: 'Copy',
  copied: 'Copied',
  letterOf: (script: string) => `${script} letter`,
  justNow: 'just now',
  minutesAgo: (minutes: number) => `${minutes} min ago`,
} as const
