/** Words where the server has none: there is no answer, or none that can be read. As the server's own, lower case and no full stop. */
export const texts = {
  unreachable: 'the server is not responding',
  otherVersion: 'the server runs a different version; reload the page',
  notConnected: 'not connected',
} as const
