/** An attack that cannot run here; the message gives the reason. */
export class Skipped extends Error {}

/** An attack that succeeded. */
export class Broken extends Error {}

/** Throws with the attacker's gain if the condition does not hold. */
export function hold(held: boolean, what: string): void {
  if (!held) throw new Broken(what)
}

/** Polls until the condition is true, or throws with the last value. */
export async function eventually<T>(
  look: () => Promise<T>,
  isIt: (seen: T) => boolean,
  { within = 60_000, what = 'what was waited for' } = {},
): Promise<T> {
  const deadline = Date.now() + within
  for (;;) {
    const seen = await look()
    if (isIt(seen)) return seen
    if (Date.now() > deadline)
      throw new Broken(`${what} did not come: ${JSON.stringify(seen)?.slice(0, 600)}`)
    await new Promise((resume) => setTimeout(resume, 50))
  }
}
