/** Headers that decide whether a request may be answered at all. */
export interface RequestHeaders {
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly cookie: string | undefined
  readonly authorization: string | undefined
}

/**
 * Host and Origin of a request. A page of another origin (DNS rebinding included) is refused before anything else is looked at.
 * Requests without an Origin are not from a page's script.
 */
export function isOwnOrigin(headers: RequestHeaders, hosts: ReadonlySet<string>): boolean {
  if (headers.host === undefined || !hosts.has(headers.host.toLowerCase())) return false
  if (headers.origin === undefined) return true
  return [...hosts].some(
    (host) => headers.origin === `http://${host}` || headers.origin === `https://${host}`,
  )
}

/** The names under which a loopback server may be called. */
export function loopbackHosts(port: number): ReadonlySet<string> {
  return new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
}

/** Host of an address, as browsers send it. */
export function hostOf(address: string): string {
  return new URL(address).host
}

/** The value of one cookie. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** The token of an `Authorization: Bearer` header. */
export function readBearer(header: string | undefined): string | undefined {
  const prefix = 'bearer '
  return header?.toLowerCase().startsWith(prefix) === true ? header.slice(prefix.length).trim() : undefined
}
