/** How a file can be looked at without an editor. */
export type PreviewKind = 'picture' | 'markdown' | 'pdf' | 'page'

const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
}

/** By its name; undefined: it has no preview. */
export function previewOf(path: string): PreviewKind | undefined {
  const ending = endingOf(path)
  if (Object.hasOwn(PICTURES, ending)) return 'picture'
  if (ending === 'md' || ending === 'markdown') return 'markdown'
  if (ending === 'pdf') return 'pdf'
  return ending === 'html' || ending === 'htm' ? 'page' : undefined
}

/** Whether it opens as a preview, because its text is of no use to people. */
export function isOnlySeen(path: string): boolean {
  const kind = previewOf(path)
  return kind === 'pdf' || (kind === 'picture' && endingOf(path) !== 'svg')
}

/** The type that a picture is shown as: by its name, never by what it says of itself. */
export function pictureType(path: string): string {
  return PICTURES[endingOf(path)] ?? 'application/octet-stream'
}

function endingOf(path: string): string {
  return /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
}
