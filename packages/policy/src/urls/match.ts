import { codePoints, MANY, matchTokens, type Token } from '../text/name-glob.ts'
import { fitsExactly, runSegments, type NameSegment, type Segment } from '../text/segment.ts'
import { assertNever } from '../result.ts'
import { addressKeys, parseAddress } from './address.ts'
import { decodeAll } from './decode.ts'
import type { HostPattern, UrlPattern } from './pattern.ts'
import { defaultPort, type ParsedUrl } from './reading.ts'

/** Which form of the path is compared. */
export type PathView = 'parsed' | 'decoded'

/** Whether an allow pattern covers this form of the URL, exactly as written. */
export function coversUrl(pattern: UrlPattern, url: ParsedUrl, view: PathView): boolean {
  switch (pattern.kind) {
    case 'every':
      return true
    case 'domain':
      return (
        url.port === (pattern.port ?? defaultPort(url.scheme)) &&
        isWeb(url) &&
        hostFits(pattern.host, [url.host])
      )
    case 'url':
      return (
        url.scheme === pattern.scheme &&
        url.port === pattern.port &&
        hostFits(pattern.host, [url.host]) &&
        pathCovered(pattern, url, view) &&
        (pattern.query === undefined || queryFits(pattern.query, url.query))
      )
    default:
      return assertNever(pattern)
  }
}

/** Whether a deny or ask pattern could mean this URL. `address`: the DNS result for its host. */
export function couldMeanUrl(pattern: UrlPattern, url: ParsedUrl, address: string | undefined): boolean {
  const hosts = address === undefined ? [url.host] : [url.host, address]
  switch (pattern.kind) {
    case 'every':
      return true
    case 'domain':
      return (pattern.port === undefined || url.port === pattern.port) && hostCouldFit(pattern.host, hosts)
    case 'url':
      return (
        url.scheme === pattern.scheme &&
        url.port === pattern.port &&
        hostCouldFit(pattern.host, hosts) &&
        pathCouldFit(pattern, url) &&
        queryCouldFit(pattern.query, url.query)
      )
    default:
      return assertNever(pattern)
  }
}

/** Whether the pattern names exactly this host. Only such a rule opens a private one. */
export function spellsHost(pattern: UrlPattern, url: ParsedUrl): boolean {
  return pattern.kind !== 'every' && pattern.host.kind === 'host' && pattern.host.host === url.host
}

function isWeb(url: ParsedUrl): boolean {
  return defaultPort(url.scheme) !== undefined
}

function hostFits(pattern: HostPattern, hosts: readonly string[]): boolean {
  switch (pattern.kind) {
    case 'any':
      return true
    case 'host':
      return hosts.some((host) => host === pattern.host || (pattern.below && isBelow(host, pattern.host)))
    case 'below':
      return hosts.some((host) => isBelow(host, pattern.host))
    default:
      return assertNever(pattern)
  }
}

/** An address has no subdomains: `1.127.0.0.1` is a name that only looks like one. */
function isBelow(host: string, parent: string): boolean {
  return host.endsWith(`.${parent}`) && parseAddress(parent) === undefined && parseAddress(host) === undefined
}

/** As `hostFits`; an address matches in every spelling, also when embedded in another. */
function hostCouldFit(pattern: HostPattern, hosts: readonly string[]): boolean {
  if (hostFits(pattern, hosts)) return true
  if (pattern.kind !== 'host') return false
  const wanted = keysOf(pattern.host)
  return hosts.some((host) => keysOf(host).some((key) => wanted.includes(key)))
}

function keysOf(host: string): readonly string[] {
  const address = parseAddress(host)
  return address === undefined ? [] : addressKeys(address)
}

type PathUrlPattern = Extract<UrlPattern, { kind: 'url' }>

const ANY_NAME: NameSegment = { kind: 'name', source: '*', tokens: [MANY] }

function pathCovered(pattern: PathUrlPattern, url: ParsedUrl, view: PathView): boolean {
  const [segments, path] =
    view === 'parsed' ? [pattern.path, url.path] : [pattern.decodedPath, url.decodedPath]
  const atLeastOne = segments.at(-1)?.kind === 'deep' ? [...segments, ANY_NAME] : segments
  return runSegments(atLeastOne, namesOf(path), fitsExactly).whole
}

function pathCouldFit(pattern: PathUrlPattern, url: ParsedUrl): boolean {
  const views: readonly (readonly [readonly Segment[], string])[] = [
    [pattern.path, url.path],
    [pattern.decodedPath, url.decodedPath],
    [pattern.path, url.decodedPath],
  ]
  return views.some(
    ([segments, path]) => runSegments(placeItself(segments), namesOf(path), fitsExactly).leading,
  )
}

/** `x/**` and `x/` also name `x` itself and everything below it. */
function placeItself(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.findLastIndex((segment) => segment.kind === 'name' && segment.literal !== '')
  return segments.slice(0, last + 1)
}

function namesOf(path: string): readonly string[] {
  return path.split('/').slice(1)
}

function queryCouldFit(pattern: string | undefined, query: string): boolean {
  if (pattern === undefined || queryFits(pattern, query)) return true
  return queryFits(decodeAll(pattern.replaceAll('*', DECODED_STAR)), decodeAll(query), DECODED_STAR)
}

/** No byte is this character: it distinguishes wildcards from decoded stars. */
const DECODED_STAR = '\u{100}'

function queryFits(pattern: string, query: string, star = '*'): boolean {
  const wildcard = star.codePointAt(0)
  const tokens = codePoints(pattern).map((code): Token => (code === wildcard ? MANY : { kind: 'char', code }))
  return matchTokens(tokens, codePoints(query))
}
