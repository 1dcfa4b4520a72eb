/** The last lines of a program's output so far, without trailing empty lines. */
export function lastLines(text: string, many: number): string {
  return text.trimEnd().split('\n').slice(-many).join('\n')
}
