/** Milliseconds since the epoch: the one place where the command line looks at the clock. */
export const now = (): number => Date.now()
