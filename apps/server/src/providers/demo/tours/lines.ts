import type { Line, Result } from '../script.ts'

/** The end of a scene: text without a call. */
export function done(text: string): Line {
  return { text, calls: [] }
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
