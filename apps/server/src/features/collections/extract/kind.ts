import { extname } from 'node:path'

/** The kind of a file, for its reader and for people. */
export type Kind =
  | 'text'
  | 'markdown'
  | 'code'
  | 'html'
  | 'pdf'
  | 'zip'
  | 'csv'
  | 'json lines'
  | 'e-mail'
  | 'mailbox'
  | 'picture'
  | 'unknown'

const BY_NAME: Readonly<Record<string, Kind>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.mdx': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.jsonl': 'json lines',
  '.ndjson': 'json lines',
  '.eml': 'e-mail',
  '.mbox': 'mailbox',
}

const CODE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|kts|c|h|cc|cpp|hpp|cs|php|swift|scala|sh|bash|zsh|fish|ps1|sql|lua|pl|r|jl|ex|exs|erl|hs|ml|clj|dart|vue|svelte|css|scss|less|json|ya?ml|toml|ini|cfg|conf|xml|gradle|tf|proto|graphql|dockerfile|makefile|cmake)$/i

/** The signatures of PNG and JPEG. */
const PICTURES: readonly Buffer[] = [Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from([0xff, 0xd8, 0xff])]

/** By the first bytes if they are distinctive, otherwise by the name; a name never makes a file something that its bytes are not. */
export function kindOf(name: string, bytes: Buffer): Kind {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))) return 'zip'
  if (PICTURES.some((start) => bytes.subarray(0, start.length).equals(start))) return 'picture'
  if (isBinary(bytes)) return 'unknown'
  const byName = BY_NAME[extname(name).toLowerCase()]
  if (byName !== undefined) return byName
  if (/^\s*<(?:!doctype html|html)[\s>]/i.test(bytes.subarray(0, 512).toString('latin1'))) return 'html'
  return CODE.test(name) ? 'code' : 'text'
}

/** UTF-16 also has zero bytes, but has a mark at its beginning. */
function isBinary(bytes: Buffer): boolean {
  const [a, b] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return false
  return bytes.subarray(0, 8192).includes(0)
}
