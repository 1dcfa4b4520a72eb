import { createHmac, timingSafeEqual } from 'node:crypto'

/** A short text that only we can have made: its fields, and a seal over them and what it is for. */
export function seal(secret: string, purpose: string, fields: readonly string[]): string {
  const text = fields.join('.')
  return `${text}.${sealOf(secret, purpose, text)}`
}

/** The fields of a sealed text; undefined: we did not make it, or not for this. */
export function unseal(secret: string, purpose: string, sealed: string): readonly string[] | undefined {
  const end = sealed.lastIndexOf('.')
  const text = sealed.slice(0, Math.max(end, 0))
  const given = Buffer.from(sealed.slice(end + 1))
  const expected = Buffer.from(sealOf(secret, purpose, text))
  return given.length === expected.length && timingSafeEqual(given, expected) ? text.split('.') : undefined
}

function sealOf(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
}
