/** Texts shared by several features. */
export const texts = {
  offline: 'not connected; your text is still here',
  modeChanged: 'the mode changed in the meantime. Check it and send again',
  notFound: 'This page does not exist.',
  toThreads: 'Go to chats',
} as const
