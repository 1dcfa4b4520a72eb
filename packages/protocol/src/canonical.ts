import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Canonical JSON: sorted keys and no whitespace, so that equal arguments have equal bytes. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : 'null'
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  return typeof value === 'object' ? canonicalObject(value) : 'null'
}

function canonicalObject(value: object): string {
  let text = ''
  const fields = value as Readonly<Record<string, unknown>> // any object can be read by its own keys
  for (const key of sorted(Object.keys(value))) {
    const item = fields[key]
    if (item !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(item)}`
  }
  return `{${text}}`
}

/** Most arguments are sorted already. */
function sorted(keys: string[]): readonly string[] {
  const inOrder = keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key)
  return inOrder ? keys : keys.sort()
}

const encoder = new TextEncoder()

/** Node's own hash function. Browsers do not have it, so it cannot be imported. */
const native = globalThis.process?.getBuiltinModule?.('node:crypto')?.hash

/** SHA-256 in hex. */
export function sha256(text: string): string {
  return native === undefined ? bytesToHex(digest(encoder.encode(text))) : native('sha256', text, 'hex')
}
