/** Headers for the upstream server, some of which are secret. */
export interface ServerHeaders {
  readonly headers: ReadonlyMap<string, string>
  /** Masks the values of the headers in a text, because a server may echo them in an error. */
  hide(text: string): string
}

/** Shortest value that is masked: a shorter one is not a secret, and occurs in ordinary words. */
const SHORTEST_SECRET = 6

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * Reads `--header 'Name: value'` and `--header-env 'Name=[words ]VARIABLE'`: the words, such as `Bearer`, precede the variable's value. No
 * message contains a value.
 */
export function readHeaders(
  given: readonly string[],
  fromEnv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ServerHeaders | { readonly error: string } {
  const headers = new Map<string, string>()
  const secrets: string[] = []
  for (const text of given) {
    const [name, value] = parted(text, ':')
    if (value === undefined) return { error: '`--header` takes `Name: value`' }
    const error = add(headers, name, value)
    if (error !== undefined) return { error }
    secrets.push(value, ...value.split(' '))
  }
  for (const text of fromEnv) {
    const [name, source] = parted(text, '=')
    if (source === undefined)
      return { error: '`--header-env` takes `Name=VARIABLE`, or `Name=Bearer VARIABLE`' }
    const [variable = '', ...words] = source.split(' ').toReversed()
    const secret = env[variable]
    // The name is not printed: someone may have put the secret itself there.
    if (secret === undefined || secret === '')
      return { error: `\`--header-env\` for \`${name}\`: the variable is not set, or empty` }
    const error = add(headers, name, [...words.toReversed(), secret].join(' '))
    if (error !== undefined) return { error }
    secrets.push(secret)
  }
  const hidden = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length)
  return {
    headers,
    hide: (text) => hidden.reduce((shown, secret) => shown.replaceAll(secret, '••••'), text),
  }
}

function add(headers: Map<string, string>, name: string, value: string): string | undefined {
  if (!NAME.test(name)) return `\`${name.slice(0, 100)}\` is not a header name`
  if (!VALUE.test(value))
    return `the value of the header \`${name}\` has characters that a header cannot have`
  if (headers.has(name.toLowerCase())) return `the header \`${name}\` is given twice`
  headers.set(name.toLowerCase(), value)
  return undefined
}

function parted(text: string, by: string): readonly [string, string | undefined] {
  const at = text.indexOf(by)
  return at < 0 ? [text, undefined] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** A `fetch` that sends the headers only to the upstream server: not to a sign-in page, not along a redirect. */
export function fetchWith(
  { headers }: ServerHeaders,
  server: URL,
  fetching: typeof fetch = fetch,
): (address: string | URL, init?: RequestInit) => Promise<Response> {
  return (address, init) => {
    if (headers.size === 0 || new URL(address).origin !== server.origin) return fetching(address, init)
    const sent = new Headers(init?.headers)
    for (const [name, value] of headers) sent.set(name, value)
    return fetching(address, { ...init, headers: sent })
  }
}
