/** Methods that change nothing. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

export function isChanging(method: string): boolean {
  return !READING.has(method.toUpperCase())
}

export function isWeb(url: string): boolean {
  return /^https?:\/\//i.test(url)
}

/** Whether two hosts are equal or one is a subdomain of the other: an approximation of "same site" without a public suffix list. */
export function isSameSite(a: string, b: string): boolean {
  if (a === b) return true
  // An IP address or a single-label name has no subdomains.
  if (!/[a-z]/i.test(a.split('.').at(-1) ?? '') || !a.includes('.') || !b.includes('.')) return false
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.split('.').length > 1 && long.endsWith(`.${short}`) && !COMMON_ENDS.test(short)
}

/** Suffixes under which unrelated parties register names. */
const COMMON_ENDS =
  /^(?:(?:co|com|org|net|ac|gov|edu)\.[a-z]{2}|[a-z]{2,}\.io|github\.io|gitlab\.io|pages\.dev|vercel\.app|netlify\.app|herokuapp\.com|web\.app|workers\.dev|blogspot\.com|amazonaws\.com|azurewebsites\.net)$/i

export function withoutHash(url: string): string {
  const at = url.indexOf('#')
  return at === -1 ? url : url.slice(0, at)
}

export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

/** One approval covers one method, origin and path. */
export function changeKey(method: string, url: string): string {
  const { origin, pathname } = new URL(url)
  return `${method.toUpperCase()} ${origin}${pathname}`
}

export function hostKey(url: URL): string {
  return `${url.protocol}//${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`
}
