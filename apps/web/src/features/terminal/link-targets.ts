/** The target of a link in a line of output. */
export type LinkTarget =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string; readonly line: string }

export interface FoundLink {
  readonly text: string
  /** Place of its first character in the line. */
  readonly at: number
  readonly target: LinkTarget
}

const URLS = /https?:\/\/[^\s"'<>`]+[^\s"'<>`.,;:!?)\]}]/g
/** A path with a folder or an extension, and a line number if it has one: `src/money.ts:14:3`. */
const PATHS =
  /(?<![\w/:.-])(?:\.{1,2}\/)?(?:[\w@+-][\w.@+-]*\/)*[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,9}(?::(\d+))?(?::\d+)?/g

/** URLs and paths in a line. URLs have a scheme that a browser opens; paths are in the folder. */
export function linksIn(line: string): readonly FoundLink[] {
  const urls = [...line.matchAll(URLS)].map(({ 0: text, index }): FoundLink => ({
    text,
    at: index,
    target: { kind: 'url', url: text },
  }))
  const isTaken = (at: number) => urls.some((url) => at >= url.at && at < url.at + url.text.length)
  const paths = [...line.matchAll(PATHS)].flatMap(({ 0: text, 1: at = '', index }): readonly FoundLink[] => {
    const path = text.replace(/(?::\d+)+$/, '').replace(/^\.\//, '')
    if (isTaken(index) || path.startsWith('../')) return []
    return [{ text, at: index, target: { kind: 'file', path, line: at } }]
  })
  return [...urls, ...paths]
}

/** Whether a browser may open an address that a program printed. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:'
}
