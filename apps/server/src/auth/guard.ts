/** Headers that decide whether a request is answered at all. */
export interface RequestHeaders {
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly authorization: string | undefined
  /** A page's signature over this request. */
  readonly signature: string | undefined
  /** The secret of a terminal that a person signed in. */
  readonly terminal: string | undefined
}

/**
 * Checks Host and Origin of a request. A page of another origin (including DNS rebinding) or another scheme is refused before anything else
 * is read. Requests without an Origin do not come from a page's script.
 */
export function isOwnOrigin(headers: RequestHeaders, origins: ReadonlySet<string>): boolean {
  const host = headers.host?.toLowerCase()
  if (host === undefined || ![...origins].some((origin) => hostOf(origin) === host)) return false
  return headers.origin === undefined || origins.has(headers.origin)
}

/** Whether a request is to the origin that a session was signed in at. */
export function sameOrigin(headers: RequestHeaders, origin: string): boolean {
  return headers.host?.toLowerCase() === hostOf(origin) && (headers.origin ?? origin) === origin
}

/** The origins of a server on loopback. */
export function loopbackOrigins(port: number): readonly string[] {
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`).origin)
}

/** Host of an address, as browsers send it. */
function hostOf(address: string): string {
  return new URL(address).host
}

/** The token of an `Authorization: Bearer` header. */
export function readBearer(header: string | undefined): string | undefined {
  const prefix = 'bearer '
  return header?.toLowerCase().startsWith(prefix) === true ? header.slice(prefix.length).trim() : undefined
}
