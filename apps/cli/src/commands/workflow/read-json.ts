import { readFile } from 'node:fs/promises'

/** A JSON object from an option or a file; undefined: it is something else. */
export function readInputs(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>) // an object of JSON
      : undefined
  } catch {
    return undefined
  }
}

export async function readFileAsJson(file: string): Promise<Record<string, unknown> | string> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return `\`${file}\` cannot be read`
  return readInputs(text) ?? `\`${file}\` is not a JSON object`
}
