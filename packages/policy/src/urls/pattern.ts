import { MANY, codePoints, type Token } from '../text/name-glob.ts'
import { refusedText, type PatternError } from '../text/pattern-error.ts'
import { DEEP, type Segment } from '../text/segment.ts'
import { err, ok, type Result } from '../result.ts'
import { parseAddress } from './address.ts'
import { decodeAll, decodePath } from './decode.ts'
import { defaultPort } from './reading.ts'

/** Which hosts a rule names. */
export type HostPattern =
  | { readonly kind: 'any' }
  /** The host itself and, with `below` (`domain:h`), all hosts below it. */
  | { readonly kind: 'host'; readonly host: string; readonly below: boolean }
  /** `*.h`: below only, at any depth. */
  | { readonly kind: 'below'; readonly host: string }

/** The compiled pattern of a `web.fetch` rule. */
export type UrlPattern =
  | { readonly kind: 'every' }
  | { readonly kind: 'domain'; readonly host: HostPattern; readonly port?: number | undefined }
  | {
      readonly kind: 'url'
      readonly scheme: string
      readonly host: HostPattern
      readonly port: number
      /** As the URL parser encodes it, for the path as parsed. */
      readonly path: readonly Segment[]
      /** Decoded, for the decoded path. */
      readonly decodedPath: readonly Segment[]
      /** Absent: any query. */
      readonly query?: string
    }

/** Compiles the pattern of a `web.fetch` rule: `*`, `domain:host[:port]` or `scheme://host[:port]/path[?query]`. */
export function compileUrlPattern(text: string): Result<UrlPattern, PatternError> {
  const compiled = compile(text)
  if (compiled.ok || compiled.error.suggestion === undefined || compile(compiled.error.suggestion).ok)
    return compiled
  const { position, message } = compiled.error
  return err({ position, message })
}

function compile(text: string): Result<UrlPattern, PatternError> {
  if (text === '*') return ok({ kind: 'every' })
  const refused = refusal(text)
  if (refused !== undefined) return err(refused)
  return text.startsWith('domain:') ? compileDomain(text) : compileUrl(text)
}

/** Why a pattern is rejected when it is saved; undefined: it is valid. */
export function validateUrlPattern(text: string): PatternError | undefined {
  const result = compileUrlPattern(text)
  return result.ok ? undefined : result.error
}

const MAX_LENGTH = 4096

function refusal(text: string): PatternError | undefined {
  if (text === '')
    return { position: 0, message: 'the pattern is empty: leave out the parentheses to mean every URL' }
  const refused = refusedText(text, 'the pattern', MAX_LENGTH)
  if (refused !== undefined) return refused
  const blank = text.search(/\s/)
  if (blank >= 0) return { position: blank, message: 'a URL has no blanks: write `%20`' }
  const backslash = text.indexOf('\\')
  if (backslash >= 0) return { position: backslash, message: 'a URL has no backslashes' }
  if (text.startsWith('!'))
    return { position: 0, message: 'a pattern cannot be negated', suggestion: text.slice(1) }
  const hash = text.indexOf('#')
  if (hash >= 0) {
    return {
      position: hash,
      message: 'what follows `#` is never sent, so no rule can name it',
      suggestion: text.slice(0, hash),
    }
  }
  return undefined
}

function compileDomain(text: string): Result<UrlPattern, PatternError> {
  const position = 'domain:'.length
  const rest = text.slice(position)
  const strange = rest.search(/[/?@]/)
  if (strange >= 0) {
    const message = '`domain:` takes a host, and a port if need be; for a path write the whole URL'
    return err({ position: position + strange, message, ...suggestDomain(rest) })
  }
  const authority = readAuthority(text, position, text.length)
  if (!authority.ok) return authority
  const { host, port } = authority.value
  if (host.kind === 'any')
    return err({
      position,
      message: '`domain:*` names no host: write `web.fetch` for every URL',
      suggestion: '*',
    })
  const named: HostPattern = host.kind === 'host' ? { ...host, below: true } : host
  return ok({ kind: 'domain', host: named, port })
}

function suggestDomain(rest: string): { readonly suggestion?: string } {
  const bare = rest.replace(/^[a-z]+:\/\//i, '').replace(/[/?@].*$/, '')
  return bare === '' ? {} : { suggestion: `domain:${bare}` }
}

function compileUrl(text: string): Result<UrlPattern, PatternError> {
  const scheme = /^(https?):\/\//i.exec(text)
  if (scheme === null) return err(noScheme(text))
  const start = scheme[0].length
  const name = (scheme[1] ?? '').toLowerCase()
  const after = text.slice(start).search(/[/?]/)
  const end = after === -1 ? text.length : start + after
  const authority = readAuthority(text, start, end)
  if (!authority.ok) return authority
  const question = text.indexOf('?', end)
  const path = readPath(text.slice(end, question === -1 ? text.length : question), end)
  if (!path.ok) return path
  const { host, port } = authority.value
  return ok({
    kind: 'url',
    scheme: name,
    host,
    port: port ?? defaultPort(name) ?? 0,
    ...path.value,
    ...(question === -1 ? {} : { query: encodeQuery(text.slice(question + 1)) }),
  })
}

function noScheme(text: string): PatternError {
  const other = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)
  if (other !== null)
    return { position: 0, message: `\`${other[1] ?? ''}\` URLs are never fetched: only http and https` }
  const host = /^[^/?:@*]+/.exec(text)?.[0]
  const message = 'write `domain:host`, or a URL with its scheme: `https://host/path`'
  if (host === undefined) return { position: 0, message }
  return { position: 0, message, suggestion: text === host ? `domain:${host}` : `https://${text}` }
}

interface Authority {
  readonly host: HostPattern
  readonly port?: number | undefined
}

function readAuthority(whole: string, start: number, end: number): Result<Authority, PatternError> {
  const text = whole.slice(start, end)
  const at = text.lastIndexOf('@')
  if (at >= 0) {
    const suggestion = whole.slice(0, start) + whole.slice(start + at + 1)
    return err({
      position: start + at,
      message: 'a URL with a name before its host is never fetched',
      suggestion,
    })
  }
  const colon = text.startsWith('[') ? afterBracket(text) : text.indexOf(':')
  const hostText = colon === -1 ? text : text.slice(0, colon)
  const port = colon === -1 ? undefined : readPort(text.slice(colon + 1))
  if (port === 'broken')
    return err({ position: start + colon + 1, message: 'a port is a number up to 65535' })
  const host = readHost(hostText, start)
  if (!host.ok) return host
  return ok({ host: host.value, port })
}

function afterBracket(text: string): number {
  const close = text.indexOf(']')
  return close === -1 ? -1 : text.indexOf(':', close)
}

function readPort(text: string): number | 'broken' {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  return port <= 65_535 ? port : 'broken'
}

function readHost(text: string, position: number): Result<HostPattern, PatternError> {
  if (text === '*') return ok({ kind: 'any' })
  const below = text.startsWith('*.')
  const rest = below ? text.slice(2) : text
  if (rest === '' || rest === '.') return err({ position, message: 'the host is missing' })
  const star = rest.indexOf('*')
  if (star >= 0) {
    const message = '`*` can be the whole host or its whole first label: `*.example.com`'
    return err({ position: position + (below ? 2 : 0) + star, message })
  }
  const host = canonicalHost(rest)
  if (host === undefined) return err({ position, message: `\`${rest}\` is not a host` })
  return ok(below ? { kind: 'below', host } : { kind: 'host', host, below: false })
}

/** A host as the URL parser writes it, without a trailing dot; undefined: it is invalid. */
function canonicalHost(text: string): string | undefined {
  if (!URL.canParse(`http://${text}/`)) return undefined
  // Ports, paths and user names were removed or rejected before.
  const { hostname } = new URL(`http://${text}/`)
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  return host.split('.').includes('') && parseAddress(host) === undefined ? undefined : host
}

function readPath(
  text: string,
  position: number,
): Result<{ readonly path: readonly Segment[]; readonly decodedPath: readonly Segment[] }, PatternError> {
  const dots = findDots(text)
  if (dots !== undefined) {
    return err({
      position: position + dots,
      message: 'a rule cannot hold `.` or `..`: URLs are matched after they are resolved',
    })
  }
  const encoded = new URL(`http://host${text === '' ? '/' : text}`).pathname
  const decoded = decodePath(encoded.replaceAll('*', STAR))
  return ok({ path: readSegments(encoded, '*'), decodedPath: readSegments(decoded, STAR) })
}

/** Represents a wildcard while the rest is decoded, so that `%2A` stays a star. No byte is this character. */
const STAR = '\u{100}'

/** The position of a dot segment, including one that appears only after decoding. */
function findDots(path: string): number | undefined {
  let position = 0
  for (const name of path.split('/')) {
    if (
      decodeAll(name)
        .split(/[/\\]/)
        .some((part) => part === '.' || part === '..')
    )
      return position
    position += name.length + 1
  }
  return undefined
}

function readSegments(path: string, star: string): readonly Segment[] {
  return path
    .split('/')
    .slice(1)
    .map((name) => readSegment(name, star))
}

function readSegment(name: string, star: string): Segment {
  if (name === star + star) return DEEP
  const tokens = codePoints(name).map((code): Token =>
    code === star.codePointAt(0) ? MANY : { kind: 'char', code },
  )
  return { kind: 'name', source: name, tokens, ...(name.includes(star) ? {} : { literal: name }) }
}

function encodeQuery(text: string): string {
  return new URL(`http://host/?${text}`).search.slice(1)
}
