import { createHmac, timingSafeEqual } from 'node:crypto'

/** Maximum age of a signed timestamp in milliseconds. */
const WINDOW = 5 * 60_000

export type CheckedHook =
  /** `key`: deduplicates the delivery. */
  { readonly ok: true; readonly key: string } | { readonly ok: false; readonly message: string }

/**
 * Authenticates a webhook: HMAC-SHA256 of the timestamp and the bytes, or, in GitHub's form, of the bytes only. The signature is the key that
 * deduplicates deliveries.
 */
export function checkHook(
  secret: string,
  bytes: Buffer,
  header: (name: string) => string | undefined,
  now: number,
): CheckedHook {
  const time = header('x-countersign-time')
  if (time !== undefined) {
    if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time) * 1000) > WINDOW)
      return { ok: false, message: 'the time is not within the last five minutes' }
    const signed = Buffer.concat([Buffer.from(`${time}.`), bytes])
    const signature = header('x-countersign-signature') ?? ''
    return isSigned(secret, signed, signature)
      ? { ok: true, key: `hook ${signature}` }
      : { ok: false, message: 'the signature does not match' }
  }
  const signature = header('x-hub-signature-256') ?? ''
  const delivery = header('x-github-delivery') ?? ''
  if (!isSigned(secret, bytes, signature)) return { ok: false, message: 'the signature does not match' }
  if (!/^[\w-]{1,100}$/.test(delivery)) return { ok: false, message: 'the delivery has no id' }
  // The delivery id is not signed, so the signature is the key: the same body is not accepted again under another id.
  return { ok: true, key: `hook ${signature}` }
}

function isSigned(secret: string, bytes: Buffer, signature: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`)
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
