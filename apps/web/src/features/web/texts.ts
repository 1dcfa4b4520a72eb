/** Texts of a web request on its card. */
export const texts = {
  requestBody: 'body',
  leaves: 'Leaves this machine.',
} as const
