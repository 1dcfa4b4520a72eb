import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isRecord } from './json.ts'

/** Canonical JSON: keys sorted, no blanks, so that equal values have equal bytes. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : 'null'
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (!isRecord(value)) return 'null'
  const fields = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
  return `{${fields.join(',')}}`
}

/** Node's own hash function. Not imported, because browsers have none. */
const native = globalThis.process?.getBuiltinModule?.('node:crypto')?.hash

/** SHA-256 in hex. */
export function sha256(text: string): string {
  return native === undefined ? bytesToHex(digest(utf8ToBytes(text))) : native('sha256', text, 'hex')
}
