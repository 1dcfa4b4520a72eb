/** The last lines of what a program wrote so far, without the empty end. */
export function lastLines(text: string, many: number): string {
  return text.trimEnd().split('\n').slice(-many).join('\n')
}
