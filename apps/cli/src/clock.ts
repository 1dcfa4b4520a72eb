/** Milliseconds since the epoch: the only place where the command line reads the clock. */
export const now = (): number => Date.now()

/** A new, unique id for a message. Only this file draws random numbers. */
export function newMessageId(): string {
  const words = crypto.getRandomValues(new Uint32Array(4))
  return `cli_${[...words].map((word) => word.toString(36)).join('')}`
}

/** An unguessable text. */
export function newSecret(): string {
  return crypto.randomUUID()
}
