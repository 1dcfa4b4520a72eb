export interface JsonOption {
  readonly json?: boolean
}

export function print(text: string): number {
  console.log(text)
  return 0
}

/** Warns about an argument without an effect; the command continues. */
export function warn(message: string): void {
  console.error(`countersign: ${message}`)
}

export function complain(message: string): number {
  console.error(`countersign: ${message}`)
  return 1
}
