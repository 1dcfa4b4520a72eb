import { createInterface } from 'node:readline/promises'
import { diff } from 'node:util'

/** The changes of a file, line by line. */
export function shownDiff(before: string, after: string): string {
  const lines = (text: string) => text.split('\n')
  const signs = { [-1]: '-', 0: ' ', 1: '+' } as const
  return diff(lines(after), lines(before))
    .map(([sign, line]) => `${signs[sign]} ${line}`)
    .join('\n')
    .trimEnd()
}

/** Asks the person at the terminal whether to write it. */
export async function agreed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.error('countersign: pass `--yes` to write it without being asked')
    return false
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question('Write this? [y/N] ')
  lines.close()
  return /^y(es)?$/i.test(answer.trim())
}
