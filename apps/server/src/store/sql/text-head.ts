/** The beginning of a text, at most `bytes` of UTF-8: up to the end of a line if one is near, and never within a character. */
export function textHead(text: string, bytes: number): string {
  let end = Math.min(text.length, bytes)
  while (Buffer.byteLength(text.slice(0, end)) > bytes) end = Math.floor(end * 0.9)
  if (end === text.length) return text
  const line = text.lastIndexOf('\n', end - 1) + 1
  if (line > end / 2) return text.slice(0, line)
  const half = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
  return text.slice(0, half ? end - 1 : end)
}
