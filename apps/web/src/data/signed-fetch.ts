import { z } from 'zod'
import { systemClock } from '../clock.ts'
import { loadKey, sign } from './page-key.ts'

/** Milliseconds for which a token for reading is used: a little less than the server takes it. */
const ACCESS_LIFE = 4 * 60_000

const Nonce = z.object({ nonce: z.string() })
const Access = z.object({ access: z.string() })
const Ticket = z.object({ ticket: z.string() })

let access: { readonly text: Promise<string | null>; readonly until: number } | null = null

/**
 * Fetches from our server as the session of this page: what only reads carries a token of a few minutes, what changes something is signed
 * by itself, so that a script in the page cannot carry the session away. Without a session it asks as nobody.
 */
export async function signedFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const request = { ...init, credentials: 'omit', cache: 'no-store' } as const
  const method = init.method ?? 'GET'
  const headers = new Headers(init.headers)
  if (method !== 'GET') {
    const signature = await signatureOf(method, path)
    if (signature !== null) headers.set('countersign-signature', signature)
    return window.fetch(path, { ...request, headers })
  }
  const token = await accessToken()
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const response = await window.fetch(path, { ...request, headers })
  // The server may have another secret now, or the session is gone: one more try tells.
  if (response.status === 401) access = null
  return response
}

/** A ticket for one socket; null: the server does not know this page. Throws when it cannot say, so that a session outlives trouble. */
export async function socketTicket(): Promise<string | null> {
  const response = await signedFetch('/api/session/ticket', { method: 'POST' })
  if (response.status === 401) return null
  return Ticket.parse(await response.json()).ticket
}

/** One token for all that read at the same time. */
async function accessToken(): Promise<string | null> {
  if (access === null || access.until <= systemClock.now())
    access = { text: newAccess(), until: systemClock.now() + ACCESS_LIFE }
  return access.text
}

async function newAccess(): Promise<string | null> {
  const response =
    (await loadKey()) === null ? null : await signedFetch('/api/session/access', { method: 'POST' })
  if (response?.ok === true) return Access.parse(await response.json()).access
  access = null
  return null
}

async function signatureOf(method: string, path: string): Promise<string | null> {
  const page = await loadKey()
  if (page === null) return null
  const { nonce } = Nonce.parse(
    await (await window.fetch('/api/session/nonce', { cache: 'no-store' })).json(),
  )
  return `${page.session}.${nonce}.${await sign(page.key, `${method} ${path}\n${nonce}`)}`
}
