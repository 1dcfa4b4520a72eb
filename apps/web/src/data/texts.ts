/**
 * Messages for cases without a server message: there is no answer, or an unreadable one. In the server's style, lower case and no full
 * stop.
 */
export const texts = {
  unreachable: 'the server is not responding',
  otherVersion: 'the server runs a different version; reload the page',
  notConnected: 'not connected',
} as const
