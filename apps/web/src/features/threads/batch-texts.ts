/** Texts of the offer to answer several cards together. */
export const batchTexts = {
  wait: (similar: string) => `${similar} wait for you.`,
  together: 'Answer together',
} as const
