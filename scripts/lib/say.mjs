/** A failure that the person at the terminal can fix: one sentence, no stack. */
export class Refusal extends Error {}

/**
 * Prints the progress of a script to stderr, so that stdout stays the product's own.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`${text}\n`)
}

/**
 * Runs a script's main function and exits with its result. A refusal is printed as its sentence, any other error with its stack.
 * @param {() => Promise<number | void>} main
 */
export async function runScript(main) {
  try {
    const code = await main()
    if (typeof code === 'number') process.exitCode = code
  } catch (error) {
    say(
      error instanceof Refusal
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error),
    )
    process.exitCode = 1
  }
}
