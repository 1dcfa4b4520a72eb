import { keptValues } from './kept-values.ts'

/** The session of this page: its name at the server, and a private key that no script can read, only use. */
export interface PageKey {
  readonly session: string
  readonly key: CryptoKey
}

const KEPT = keptValues('countersign', 'session')
const NAME = 'page'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const

/** A new key. The private half cannot leave the browser. */
export async function makeKey(): Promise<{ readonly key: CryptoKey; readonly publicKey: JsonWebKey }> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
  return { key: pair.privateKey, publicKey: await crypto.subtle.exportKey('jwk', pair.publicKey) }
}

/** The signature of a text, as it goes into a header. */
export async function sign(key: CryptoKey, text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.sign(SIGNING, key, new TextEncoder().encode(text)))
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The key of this origin; null: this page is not signed in. Storage is bound to the port, unlike a cookie. */
export async function loadKey(): Promise<PageKey | null> {
  // Pages under test may have no storage at all.
  if (typeof indexedDB === 'undefined') return null
  const found: unknown = await KEPT.get(NAME).catch(() => null)
  return isPageKey(found) ? found : null
}

export async function keepKey(key: PageKey): Promise<void> {
  await KEPT.put(NAME, key)
}

export async function dropKey(): Promise<void> {
  await KEPT.delete(NAME)
}

function isPageKey(value: unknown): value is PageKey {
  return typeof value === 'object' && value !== null && 'session' in value && 'key' in value
}
