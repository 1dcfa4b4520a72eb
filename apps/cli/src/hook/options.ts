export interface HookOptions {
  readonly agent: string | undefined
  /** Seconds until the question is left to the agent, if it asks; undefined: never. */
  readonly wait: number | undefined
  /** Seconds until the call is refused. */
  readonly limit: number
}

/** Seconds before the agent's own timeout at which a hook refuses: most agents continue if their hook is late. */
const MARGIN = 20
/** Default timeout of an agent in seconds: the shortest of all known agents. */
const DEFAULT_TIMEOUT = 60

/** Parsed by hand, because this runs in every call of an agent. Anything unknown throws, which blocks. */
export function readOptions(args: readonly string[]): HookOptions {
  const values = new Map<string, string>()
  for (let at = 0; at < args.length; at += 1) {
    const [name = '', ...joined] = (args[at] ?? '').split('=')
    if (!NAMES.has(name)) throw new Error(`\`${args[at]}\` is not an option of \`countersign hook\``)
    const value = joined.length > 0 ? joined.join('=') : args[(at += 1)]
    if (value === undefined || value === '') throw new Error(`\`${name}\` needs a value`)
    values.set(name, value)
  }
  const timeout = secondsOf(values, '--timeout') ?? DEFAULT_TIMEOUT
  if (timeout <= MARGIN) throw new Error(`\`--timeout\` must be more than ${MARGIN} seconds`)
  return { agent: values.get('--agent'), wait: secondsOf(values, '--wait'), limit: timeout - MARGIN }
}

const NAMES: ReadonlySet<string> = new Set(['--agent', '--wait', '--timeout'])

function secondsOf(values: ReadonlyMap<string, string>, name: string): number | undefined {
  const text = values.get(name)
  if (text === undefined) return undefined
  const seconds = Number(text)
  // A timer is limited to about 24 days.
  if (!(seconds >= 0 && seconds <= 2_000_000)) throw new Error(`\`${name}\` takes a number of seconds`)
  return seconds
}
