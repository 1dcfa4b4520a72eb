const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/** The address if it may become a link, else null. Relative addresses would lead into this app and are none. */
export function safeLink(href: string): string | null {
  const url = URL.parse(href)
  return url !== null && SCHEMES.has(url.protocol) ? url.href : null
}
