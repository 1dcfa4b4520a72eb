import { createHmac, timingSafeEqual } from 'node:crypto'

/** A short authenticated text: its fields, and an HMAC over them and their purpose. */
export function seal(secret: string, purpose: string, fields: readonly string[]): string {
  const text = fields.join('.')
  return `${text}.${sealOf(secret, purpose, text)}`
}

/** The fields of a sealed text; undefined: the HMAC does not match the text or the purpose. */
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
