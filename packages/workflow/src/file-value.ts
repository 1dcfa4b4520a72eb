import { isRecord, type Json } from './json.ts'

/** Bytes of JSON above which a value travels as a file. */
export const LARGE_VALUE = 64 * 1024

/** A value that is stored under the hash of its content; only this goes along the edges and into rows. */
export interface FileValue {
  /** SHA-256 of the content, in hex. */
  readonly file: string
  readonly mime: string
  readonly bytes: number
  readonly name: string
}

/** Kinds of content that a node reads as the text or the JSON it was. Other files stay what they are. */
export const TEXT_MIME = 'text/plain'
export const JSON_MIME = 'application/json'

/** The file that a value is, if nodes read its content. */
export function readFileValue(value: Json): FileValue | undefined {
  if (!isRecord(value) || Object.keys(value).length !== 4) return undefined
  const { file, mime, bytes, name } = value
  if (typeof file !== 'string' || !/^[0-9a-f]{64}$/.test(file)) return undefined
  if (mime !== TEXT_MIME && mime !== JSON_MIME) return undefined
  if (typeof bytes !== 'number' || typeof name !== 'string') return undefined
  return { file, mime, bytes, name }
}

/**
 * Reads the content of a file. Two calls with the same file give the same value, so a planner with it is still a function of its results.
 * Undefined: it is not stored, or it is none of this run, and the value stays what it is.
 */
export type OpenFile = (file: FileValue) => Json | undefined

/** What a node reads of a value: the content of its file, or the value itself. */
export function opened(value: Json, open: OpenFile | undefined): Json {
  if (open === undefined || typeof value !== 'object' || value === null) return value
  const file = readFileValue(value)
  return (file && open(file)) ?? value
}
