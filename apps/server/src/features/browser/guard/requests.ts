/** Methods that change nothing. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

export function isChanging(method: string): boolean {
  return !READING.has(method.toUpperCase())
}

export function isWeb(url: string): boolean {
  return /^https?:\/\//i.test(url)
}

/** The same name, or one below the other: what people call one site, without a list of registries. */
export function isSameSite(a: string, b: string): boolean {
  if (a === b) return true
  // Nothing is below an address or a name of one label.
  if (!/[a-z]/i.test(a.split('.').at(-1) ?? '') || !a.includes('.') || !b.includes('.')) return false
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.split('.').length > 1 && long.endsWith(`.${short}`) && !COMMON_ENDS.test(short)
}

/** Names under which strangers have names of their own. */
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

/** One yes is for one method, origin and path. */
export function changeKey(method: string, url: string): string {
  const { origin, pathname } = new URL(url)
  return `${method.toUpperCase()} ${origin}${pathname}`
}

export function hostKey(url: URL): string {
  return `${url.protocol}//${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`
}
