/** Messages of the policy and the server are lower case without a full stop; on screen they are sentences. */
export function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.?!…]$/.test(message) ? '' : '.'}`
}
