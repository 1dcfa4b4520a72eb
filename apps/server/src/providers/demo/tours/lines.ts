import type { Line, Result } from '../script.ts'

/** The end of a scene: text without a call. */
export function done(text: string): Line {
  return { text, calls: [] }
}

/** `not_run`: nobody answered, the turn was stopped, or a rule blocked it. */
export type Ending = 'done' | 'denied' | 'not_run' | 'failed'

/** How a call ended. The script reads it in the text that a model gets: it knows no more than a model does. */
export function ending({ isError, text }: Pick<Result, 'isError' | 'text'>): Ending {
  if (!isError) return 'done'
  if (/^Did not run: (?:the person refused|this call was refused)/.test(text)) return 'denied'
  return text.startsWith('Did not run:') ? 'not_run' : 'failed'
}

export function failed(results: readonly Result[], tool: string): boolean {
  return results.some(({ name, isError }) => name === tool && isError)
}

export function textOf(results: readonly Result[], tool: string): string {
  return results.find(({ name }) => name === tool)?.text.trimEnd() ?? ''
}

export function quoted(text: string): string {
  return `> ${text.trim().split('\n').join('\n> ')}`
}
