/** A failure that the person in front of the terminal can do something about: one sentence, no stack. */
export class Refusal extends Error {}

/** Tells the terminal what a script is doing. On stderr, so that stdout stays the product's own. */
export function say(text) {
  process.stderr.write(`${text}\n`)
}

/** Runs a script's main function: a refusal is printed as its sentence, anything else with its stack. */
export async function runScript(main) {
  try {
    const code = await main()
    if (typeof code === 'number') process.exitCode = code
  } catch (error) {
    say(error instanceof Refusal ? error.message : String(error?.stack ?? error))
    process.exitCode = 1
  }
}
