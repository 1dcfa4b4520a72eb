const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/** The URL if it may become a link, else null. A relative URL would lead into this app, so it is rejected. */
export function safeLink(href: string): string | null {
  const url = URL.parse(href)
  return url !== null && SCHEMES.has(url.protocol) ? url.href : null
}
