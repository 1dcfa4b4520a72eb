export interface UrlPieces {
  readonly before: string
  readonly host: string
  readonly after: string
  /** The host as Punycode, if it is not ASCII. */
  readonly wireHost: string | null
}

/** Splits a URL around its real host: the text before an `@` is not the host, however much it looks like one. */
export function urlPieces(url: string): UrlPieces {
  const parsed = URL.parse(url)
  const authority = /^[a-z][a-z\d+.-]*:[/\\]{2}([^/\\?#]*)/i.exec(url)
  if (parsed === null || authority === null) return { before: url, host: '', after: '', wireHost: null }
  const whole = authority[0]
  const inner = authority[1] ?? ''
  const user = inner.lastIndexOf('@') + 1
  const start = whole.length - inner.length + user
  const host = inner.slice(user)
  const name = host.replace(/:\d*$/, '')
  return {
    before: url.slice(0, start),
    host,
    after: url.slice(whole.length),
    wireHost: /^[\p{ASCII}]*$/u.test(name) ? null : parsed.hostname,
  }
}
