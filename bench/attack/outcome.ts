/** An attack cannot be tried here; the reason is for people. */
export class Skipped extends Error {}

/** An attack got through. */
export class Broken extends Error {}

/** Says what the attacker got, if it got it. */
export function hold(held: boolean, what: string): void {
  if (!held) throw new Broken(what)
}

/** Looks until it is so, or throws with what was seen last. */
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
