/** The content of the first record of a TLS connection: `more` until it is complete, `other` for anything else. */
export type Hello =
  | { readonly kind: 'more' }
  | { readonly kind: 'other' }
  | { readonly kind: 'hello'; readonly protocols: readonly string[] }

const HANDSHAKE = 0x16
const CLIENT_HELLO = 0x01
const ALPN = 16
/** Longest first record. */
const MOST = 16_384 + 5

/** Reads the application protocols that a client offers. A browser offers `h2` for pages and not for WebSockets. */
export function readHello(bytes: Buffer): Hello {
  if (bytes.length > 0 && bytes[0] !== HANDSHAKE) return OTHER
  if (bytes.length < 5) return MORE
  const length = bytes.readUInt16BE(3)
  if (length + 5 > MOST) return OTHER
  if (bytes.length < length + 5) return MORE
  try {
    return { kind: 'hello', protocols: protocolsIn(bytes.subarray(5, 5 + length)) }
  } catch {
    // A length points beyond the end, which no browser writes.
    return OTHER
  }
}

const MORE: Hello = { kind: 'more' }
const OTHER: Hello = { kind: 'other' }

function protocolsIn(hello: Buffer): readonly string[] {
  if (hello.readUInt8(0) !== CLIENT_HELLO) return []
  // Type and length (4), version (2), random (32), then the session id, the ciphers and the compressions, each after its length.
  let at = 38
  at += 1 + hello.readUInt8(at)
  at += 2 + hello.readUInt16BE(at)
  at += 1 + hello.readUInt8(at)
  const end = at + 2 + hello.readUInt16BE(at)
  at += 2
  while (at + 4 <= end) {
    const [type, size] = [hello.readUInt16BE(at), hello.readUInt16BE(at + 2)]
    at += 4
    if (type === ALPN) return listIn(hello.subarray(at, at + size))
    at += size
  }
  return []
}

function listIn(extension: Buffer): readonly string[] {
  const found: string[] = []
  for (let at = 2; at < extension.length; at += 1 + extension.readUInt8(at))
    found.push(extension.toString('latin1', at + 1, at + 1 + extension.readUInt8(at)))
  return found
}
