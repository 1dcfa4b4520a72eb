const ANSWER_LIMIT_MS = 10_000

/** Checks that the page at the address is ours. */
export async function pageAnswers(address: URL): Promise<void> {
  const response = await fetch(new URL('/', address), { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
  const text = await response.text()
  if (response.status !== 200 || !/<title>[^<]*Countersign/i.test(text)) {
    throw new Error(`the page answers ${response.status}: ${text.slice(0, 200)}`)
  }
}

/** Signs in with the printed code and waits for the greeting of the socket. */
export async function socketAnswers(address: URL): Promise<void> {
  const greeting = await firstMessage(address, await ticketOf(address))
  if (!greeting.includes('"welcome"')) throw new Error(`the socket greets with ${greeting.slice(0, 200)}`)
}

/** Checks that the socket refuses a client that is not signed in. */
export async function socketRefusesStrangers(address: URL): Promise<void> {
  const greeting = await firstMessage(address, 'no-ticket').catch(() => undefined)
  if (greeting !== undefined) throw new Error('the socket takes a stranger')
}

function firstMessage(address: URL, ticket: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${address.host}/ws?ticket=${ticket}`)
    const fail = (why: string) => reject(new Error(`the socket ${why}`))
    const timer = setTimeout(() => fail('says nothing'), ANSWER_LIMIT_MS)
    socket.addEventListener('message', ({ data }) => {
      clearTimeout(timer)
      socket.close()
      resolve(String(data))
    })
    socket.addEventListener('error', () => {
      clearTimeout(timer)
      fail('is refused')
    })
  })
}

/** Signs in like a page: with the printed code and its own key. */
async function ticketOf({ origin, hash }: URL): Promise<string> {
  const code = new URLSearchParams(hash.slice(1)).get('code')
  if (code === null) throw new Error('the printed address carries no code')
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const headers = { origin, 'content-type': 'application/json' }
  const body = JSON.stringify({ code, public_key: { kty, crv, x, y } })
  const { session } = await json(fetch(`${origin}/api/session`, { method: 'POST', headers, body }))
  const { nonce } = await json(fetch(`${origin}/api/session/nonce`))
  const text = new TextEncoder().encode(`POST /api/session/ticket\n${nonce}`)
  const signed = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, text)
  const signature = `${session}.${nonce}.${Buffer.from(signed).toString('base64url')}`
  const signedHeaders = { origin, 'countersign-signature': signature }
  const { ticket } = await json(
    fetch(`${origin}/api/session/ticket`, { method: 'POST', headers: signedHeaders }),
  )
  return ticket ?? ''
}

async function json(
  asked: Promise<Response>,
): Promise<Partial<Record<'session' | 'nonce' | 'ticket', string>>> {
  const response = await asked
  if (!response.ok) throw new Error(`signing in is answered with ${response.status}`)
  return (await response.json()) as Record<string, string> // our own routes
}
