import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Canonical JSON: keys sorted, no blanks, so that equal arguments have equal bytes. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : 'null'
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value === 'object') {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
  }
  return 'null'
}

/** Bytes up to which hashing here is quicker than handing it to another thread and back. */
const SMALL = 16_384

/** SHA-256 in hex. */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= SMALL) return bytesToHex(digest(bytes))
  return bytesToHex(new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes)))
}

/** The hash a person's answer carries: tool and arguments, nothing else. */
export function hashCall(tool: string, args: unknown): Promise<string> {
  return sha256(canonicalJson({ tool, args }))
}

/** Freezes a value and everything in it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const item of Object.values(value)) deepFreeze(item)
  }
  return value
}
