import { buildRequest, readReply, sessionRoutes } from '@countersign/protocol'
import { systemClock } from '../clock.ts'
import { loadKey, sign } from './page-key.ts'
import { texts } from './texts.ts'

/** Milliseconds for which a read token is used: a little less than its validity. */
const ACCESS_LIFE = 4 * 60_000

const routes = {
  nonce: buildRequest(sessionRoutes.nonce, {}),
  access: buildRequest(sessionRoutes.access, {}),
  ticket: buildRequest(sessionRoutes.ticket, {}),
}

let access: { readonly text: Promise<string | null>; readonly until: number } | null = null

/**
 * Fetches from our server with the session of this page: reads use a token that is valid for a few minutes, each change is signed
 * individually, so that a script in the page cannot carry the session away. Without a session it sends no credentials.
 */
export async function signedFetch(
  path: string,
  init: RequestInit = {},
  /** Signs a read too, because it returns more than a program may see. */
  { asPerson = false }: { readonly asPerson?: boolean } = {},
): Promise<Response> {
  const request = { ...init, credentials: 'omit', cache: 'no-store' } as const
  const method = init.method ?? 'GET'
  const headers = new Headers(init.headers)
  if (method !== 'GET' || asPerson) {
    const signature = await signatureOf(method, path)
    if (signature !== null) headers.set('countersign-signature', signature)
    return window.fetch(path, { ...request, headers })
  }
  const token = await accessToken()
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const response = await window.fetch(path, { ...request, headers })
  // The server may have another secret now, or the session is gone: one retry shows which.
  if (response.status === 401) access = null
  return response
}

/**
 * A ticket for one socket; null: the server does not know this page. Throws if the server does not answer, so that a session outlives
 * outages.
 */
export async function socketTicket(): Promise<string | null> {
  const response = await signedFetch(routes.ticket.path, routes.ticket.init)
  if (response.status === 401) return null
  const answer = readReply(sessionRoutes.ticket, await response.json())
  if (answer === undefined) throw new Error(texts.otherVersion)
  return answer.ticket
}

/** One token for all concurrent reads. */
async function accessToken(): Promise<string | null> {
  if (access === null || access.until <= systemClock.now())
    access = { text: newAccess(), until: systemClock.now() + ACCESS_LIFE }
  return access.text
}

async function newAccess(): Promise<string | null> {
  const response =
    (await loadKey()) === null ? null : await signedFetch(routes.access.path, routes.access.init)
  const answer = response?.ok === true ? readReply(sessionRoutes.access, await response.json()) : undefined
  if (answer === undefined) access = null
  return answer?.access ?? null
}

async function signatureOf(method: string, path: string): Promise<string | null> {
  const page = await loadKey()
  if (page === null) return null
  const response = await window.fetch(routes.nonce.path, { cache: 'no-store' })
  const answer = readReply(sessionRoutes.nonce, await response.json())
  if (answer === undefined) throw new Error(texts.otherVersion)
  const { nonce } = answer
  return `${page.session}.${nonce}.${await sign(page.key, `${method} ${path}\n${nonce}`)}`
}
