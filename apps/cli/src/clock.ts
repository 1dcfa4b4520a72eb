/** Milliseconds since the epoch: the one place where the command line looks at the clock. */
export const now = (): number => Date.now()

/** The id of a message, new for each. Only this file draws random numbers. */
export function newMessageId(): string {
  const words = crypto.getRandomValues(new Uint32Array(4))
  return `cli_${[...words].map((word) => word.toString(36)).join('')}`
}

/** A text that nobody guesses. */
export function newSecret(): string {
  return crypto.randomUUID()
}
