/** Texts of the first page that every page loads. */
export const featureTexts = {
  product: 'Countersign',
  showHints: 'Show the first-run hints',
} as const
