/**
 * A path as a server may see it: percent signs decoded until nothing changes, backslashes as slashes, doubled slashes and dots resolved; a
 * trailing slash stays. Works on bytes, one character each, and never fails.
 */
export function decodePath(path: string): string {
  return resolveDots(decodeAll(path).replaceAll('\\', '/'))
}

/** Percent-decodes until nothing changes, in one pass: decoded text can complete a percent sign before it. */
export function decodeAll(text: string): string {
  if (!text.includes('%')) return text
  const out: string[] = []
  for (const char of text) {
    out.push(char)
    for (let byte = tailByte(out); byte !== undefined; byte = tailByte(out)) {
      out.length -= 3
      out.push(String.fromCodePoint(byte))
    }
  }
  return out.join('')
}

function tailByte(out: readonly string[]): number | undefined {
  if (out.at(-3) !== '%') return undefined
  const high = hexDigit(out.at(-2))
  const low = hexDigit(out.at(-1))
  return high === -1 || low === -1 ? undefined : high * 16 + low
}

function hexDigit(char: string | undefined): number {
  return char === undefined ? -1 : '0123456789abcdef'.indexOf(char.toLowerCase())
}

function resolveDots(path: string): string {
  const names = path.split('/')
  const last = names.at(-1)
  const kept: string[] = []
  for (const name of names) {
    if (name === '..') kept.pop()
    else if (name !== '' && name !== '.') kept.push(name)
  }
  const ending = (last === '' || last === '.' || last === '..') && kept.length > 0 ? '/' : ''
  return `/${kept.join('/')}${ending}`
}
