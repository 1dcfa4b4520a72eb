import { readdirSync } from 'node:fs'
import type { FeatureSamples } from './sample-values.ts'

// One file per feature, found by reading the folder: a new route or command needs no edit of a shared file.
const folder = new URL('./samples/', import.meta.url)
const found: readonly FeatureSamples[] = await Promise.all(
  readdirSync(folder)
    .filter((name) => /^[\w-]+\.(?:ts|js)$/.test(name))
    .toSorted()
    .map(async (name) => {
      const { samples } = (await import(new URL(name, folder).href)) as { samples: FeatureSamples } // every file there exports it
      return samples
    }),
)

/** A complete message for every command, with each of its keys: tests misspell them one by one. */
export const COMMAND_SAMPLES = found
  .flatMap(({ commands = [] }) => commands)
  .map((command) => ({ ...command, request_id: 'r1' }))

/** A complete body for every route that takes one, by method and path. `POST /api/commands` takes the commands above. */
export const BODY_SAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = Object.fromEntries(
  found.flatMap(({ bodies = {} }) => Object.entries(bodies)),
)

const PARAMS: readonly (readonly [string, string])[] = found.flatMap(({ params = {} }) =>
  Object.entries(params),
)

/** The path of a route with a value for each of its parameters. */
export function filledPath(path: string): string {
  const filled = PARAMS.reduce((filled, [pattern, value]) => filled.replace(pattern, value), path)
  return filled.replaceAll(/:\w+/g, 'some')
}

/** The path to a key of a message: the keys above it, and the key itself. */
export type KeyPath = readonly string[]

/** Every key of a message, at every depth. */
export function keyPaths(value: unknown, above: KeyPath = []): readonly KeyPath[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...above, key]
    return [...(Array.isArray(value) ? [] : [path]), ...keyPaths(inner, path)]
  })
}

/** The message with one key spelled differently. */
export function respelled(value: unknown, path: KeyPath, spelled: string): unknown {
  const [key, ...below] = path
  if (typeof value !== 'object' || value === null || key === undefined) return value
  const entries = Object.entries(value).map(([name, inner]): readonly [string, unknown] => {
    if (name !== key) return [name, inner]
    return below.length === 0 ? [spelled, inner] : [name, respelled(inner, below, spelled)]
  })
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
