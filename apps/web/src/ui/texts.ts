/** Words of the parts that every page is made of. */
export const texts = {
  copy: 'Copy',
  copied: 'Copied',
} as const
