import { isRecord, type Json } from './json.ts'

/** A value whose JSON exceeds this many bytes is passed as a file. */
export const LARGE_VALUE = 64 * 1024

/** A reference to a value stored under the hash of its content; only the reference travels along edges and into rows. */
export interface FileValue {
  /** SHA-256 of the content, in hex. */
  readonly file: string
  readonly mime: string
  readonly bytes: number
  readonly name: string
}

/** Content types that a node reads as the original text or JSON. Other files stay references. */
export const TEXT_MIME = 'text/plain'
export const JSON_MIME = 'application/json'

/** Reads a value as a file reference, if it is one whose content nodes read. */
export function readFileValue(value: Json): FileValue | undefined {
  if (!isRecord(value) || Object.keys(value).length !== 4) return undefined
  const { file, mime, bytes, name } = value
  if (typeof file !== 'string' || !/^[0-9a-f]{64}$/.test(file)) return undefined
  if (mime !== TEXT_MIME && mime !== JSON_MIME) return undefined
  if (typeof bytes !== 'number' || typeof name !== 'string') return undefined
  return { file, mime, bytes, name }
}

/**
 * Reads the content of a file. The same file always gives the same value, so the planner stays a function of its results. Returns undefined if the
 * file is not stored or does not belong to this run; the value then stays a reference.
 */
export type OpenFile = (file: FileValue) => Json | undefined

/** Resolves a file reference to its content; returns any other value unchanged. */
export function opened(value: Json, open: OpenFile | undefined): Json {
  if (open === undefined || typeof value !== 'object' || value === null) return value
  const file = readFileValue(value)
  return (file && open(file)) ?? value
}
