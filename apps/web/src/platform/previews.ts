/** How a file can be viewed without an editor. */
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

/** The preview for a file name; undefined if there is none. */
export function previewOf(path: string): PreviewKind | undefined {
  const ending = endingOf(path)
  if (Object.hasOwn(PICTURES, ending)) return 'picture'
  if (ending === 'md' || ending === 'markdown') return 'markdown'
  if (ending === 'pdf') return 'pdf'
  return ending === 'html' || ending === 'htm' ? 'page' : undefined
}

/** Whether the file opens as a preview, because its text is of no use to people. */
export function isOnlySeen(path: string): boolean {
  const kind = previewOf(path)
  return kind === 'pdf' || (kind === 'picture' && endingOf(path) !== 'svg')
}

/** The MIME type for an image: derived from its name, never from its content. */
export function pictureType(path: string): string {
  return PICTURES[endingOf(path)] ?? 'application/octet-stream'
}

function endingOf(path: string): string {
  return /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
}
