const BLOCK = 512

/** The content of a file in a tar archive; undefined: it has none of that name. */
export function fileInTar(archive: Buffer, wanted: string): Buffer | undefined {
  for (let at = 0; at + BLOCK <= archive.length;) {
    const name = text(archive, at, 100)
    if (name === '') return undefined
    const prefix = text(archive, at + 345, 155)
    const size = Number.parseInt(text(archive, at + 124, 12).trim(), 8)
    if (!Number.isSafeInteger(size) || size < 0) return undefined
    const start = at + BLOCK
    if ((prefix === '' ? name : `${prefix}/${name}`) === wanted) return archive.subarray(start, start + size)
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
  return undefined
}

function text(archive: Buffer, at: number, length: number): string {
  const field = archive.subarray(at, at + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? length : end)
}
