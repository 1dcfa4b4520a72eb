/** Non-empty lines. */
export function lines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** `NAME=value` or `Name: value`, one per line, as a record. A line without the separator is a name without a value. */
export function pairs(text: string, sign: '=' | ':'): Record<string, string> {
  return Object.fromEntries(
    lines(text).map((line) => {
      const at = line.indexOf(sign)
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
}
