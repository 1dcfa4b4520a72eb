/** The clock of this device, in milliseconds. The only file of the app that reads it. */
export interface Clock {
  readonly now: () => number
}

export const systemClock: Clock = { now: () => Date.now() }
