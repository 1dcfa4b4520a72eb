import { findHidden } from '../text/characters.ts'
import type { Unreadable } from '../model/part.ts'
import { decodePath } from './decode.ts'

/** A URL as the WHATWG parser understands it, in the parts that rules compare. */
export interface ParsedUrl {
  /** Without the colon: `https`. */
  readonly scheme: string
  /** Lower case, Punycode, IPv6 in brackets, one trailing dot dropped. */
  readonly host: string
  /** The host is only the end of a name that is too long to be valid. */
  readonly isHostCut: boolean
  readonly port: number | undefined
  /** As parsed: `/a%20b`. */
  readonly path: string
  /** Percent-decoded until nothing changes, backslashes as slashes, dots resolved. As bytes, one character each. */
  readonly decodedPath: string
  /** Without the question mark; empty when there is none. */
  readonly query: string
}

/** The meaning of a URL text, and why it is not certain. */
export interface UrlReading {
  readonly text: string
  readonly url?: ParsedUrl
  readonly unreadable?: Unreadable
}

/** Reads a URL that a model wrote. Never throws. */
export function readUrl(text: string): UrlReading {
  const url = parse(text)
  const unreadable = unreadableText(text) ?? (url === undefined ? notAUrl() : unreadableHost(url))
  return { text, ...(url === undefined ? {} : { url }), ...(unreadable === undefined ? {} : { unreadable }) }
}

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['http', 80],
  ['https', 443],
])

/** The default port of a scheme. */
export function defaultPort(scheme: string): number | undefined {
  return DEFAULT_PORTS.get(scheme)
}

/** No server accepts longer addresses, and parsing time grows with the text. */
const MAX_LENGTH = 65_536

/** No name is longer, and each of its labels is a key for looking up rules. */
const MAX_HOST = 254

/** Of a text that is too long only the beginning is parsed, so that denials apply to long addresses too. */
function parse(text: string): ParsedUrl | undefined {
  const cut = text.length > MAX_LENGTH ? text.trimStart().slice(0, MAX_LENGTH) : text
  if (!URL.canParse(cut)) return undefined
  const url = new URL(cut)
  const scheme = url.protocol.slice(0, -1)
  return {
    scheme,
    host: knownHost(url.hostname),
    isHostCut: url.hostname.length > MAX_HOST,
    port: url.port === '' ? defaultPort(scheme) : Number(url.port),
    path: url.pathname,
    decodedPath: decodePath(url.pathname),
    query: url.search.slice(1),
  }
}

/** Without the trailing dot. For a name that is too long, the domain that would contain it. */
function knownHost(hostname: string): string {
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  if (host.length <= MAX_HOST) return host
  const end = host.slice(-MAX_HOST)
  const domain = end.slice(end.indexOf('.') + 1)
  return domain.includes('.') ? domain : end
}

function notAUrl(): Unreadable {
  return { reason: 'this is not a URL', position: 0 }
}

function unreadableText(text: string): Unreadable | undefined {
  if (text.length > MAX_LENGTH)
    return { reason: `the URL is longer than ${MAX_LENGTH} characters`, position: 0 }
  const hidden = findHidden(text)
  if (hidden !== undefined)
    return { reason: 'the URL has a control or invisible character', position: hidden }
  const backslash = text.indexOf('\\')
  if (backslash >= 0) return { reason: 'readers of URLs disagree about a backslash', position: backslash }
  return unreadableAuthority(text)
}

/** `scheme://host`: exactly two slashes, and no user name before the host. */
function unreadableAuthority(text: string): Unreadable | undefined {
  const colon = text.indexOf(':')
  if (colon === -1) return notAUrl()
  const start = colon + 3
  if (text.slice(colon, start) !== '://' || text[start] === '/') {
    return { reason: 'not exactly two slashes after the scheme', position: colon }
  }
  const end = text.slice(start).search(/[/?#]/)
  const authority = end === -1 ? text.slice(start) : text.slice(start, start + end)
  const at = authority.indexOf('@')
  return at === -1
    ? undefined
    : { reason: 'a name stands before the host, which hides the host', position: start + at }
}

function unreadableHost(url: ParsedUrl): Unreadable | undefined {
  if (url.isHostCut) return { reason: `the host is longer than ${MAX_HOST} characters`, position: 0 }
  if (defaultPort(url.scheme) === undefined || !url.host.split('.').includes('')) return undefined
  return { reason: 'the host has an empty label', position: 0 }
}
